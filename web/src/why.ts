// The reasons of `why` in words.
import { big, cby, cbyExact, duration, grouped, plural, shortHex, words } from "./format";
import type { Why } from "./types";

const LIMITS: Record<string, string> = {
  looks: "the number of timers that a block looks at",
  fires: "the number of fires in a block",
  target: "the number of fires of one target in a block",
  lane: "the lane's budget of cycles",
};

export function inWords(why: Why | null): string {
  if (!why) return "";
  const money = (value: string | undefined) => `${cbyExact(big(value ?? "0"))} CBY`;
  switch (why.reason) {
    case "dead":
      return why.cause === "expired"
        ? "It has expired and will be removed without a fire."
        : `Its payer could not pay: ${money(why.required)} were needed, ${money(why.available)} were there. It will be removed.`;
    case "not_due":
      return `Due at height ${grouped(why.height ?? 0)}, in ${plural(why.blocks ?? 0, "block")}${why.eta_ms ? `, about ${duration(why.eta_ms)}` : ""}.`;
    case "idle":
      return "Nothing that it watches has changed.";
    case "paused":
      return "All timers are paused.";
    case "will_expire":
      return `It expires at height ${grouped(why.expires_at ?? 0)}, before the coming block could fire it.`;
    case "intake_backlog":
      return `${why.ahead === null || why.ahead === undefined ? "Over 1,000 due timers" : plural(why.ahead, "due timer")} must be taken in before it.`;
    case "parked":
      return `Its gas limit ${grouped(why.gas_limit ?? 0)} is above the cap ${grouped(why.cap ?? 0)}: it can never fit.`;
    case "below_lane_basefee":
      return `It pays at most ${grouped(why.max_fee ?? 0)} units per cycle; the lane's base fee is ${grouped(why.lane_basefee ?? 0)}.`;
    case "payer_short":
      return `Its payer ${shortHex(why.payer ?? "")} has ${cby(big(why.available ?? "0"))} CBY of ${cby(big(why.required ?? "0"))} CBY that a fire may cost: it ends when it is looked at.`;
    case "behind":
      return `${why.ahead === null || why.ahead === undefined ? "Over 1,000 timers" : plural(why.ahead, "timer")} go before it; ${LIMITS[why.limit ?? ""] ?? "the block"} does not reach it.`;
    case "no_blocks":
      return "Nothing stands in its way, but no block comes by itself.";
    case "next":
      return "It fires in the coming block.";
    default:
      return words(why.reason);
  }
}

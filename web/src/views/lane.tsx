// The lane of a block: what of its budget each fire used, in order, and what came back unused.
import { grouped, percent, plural, shownPercent } from "../format";
import { Address, Cby, Count, FiredLink, Table, Tag } from "../parts";
import type { Block, Config, Fire, Timer } from "../types";
import { useGetAll } from "../use";

export function Lane({ block, config, most = Infinity }: { block: Block; config: Config; most?: number }) {
  const budget = Number(config.config.lane_timer_cycles);
  const fired = block.fired ?? [];
  const timers = fired.filter((fire) => fire.kind === "height" || fire.kind === "watch");
  const shown = fired.slice(0, most);
  // The gas limit, and so what came back, stands with the timer.
  const asked = shown.filter((fire) => fire.id && (fire.kind === "height" || fire.kind === "watch")).slice(0, 12);
  const { data } = useGetAll<Timer[]>(asked.map((fire) => `/v1/timers/${fire.id}`), true);
  const limits = new Map((data ?? []).map((timer) => [timer.id, timer.gas_limit ?? config.config.max_cycles_per_fire]));
  const limitOf = (fire: Fire) => (fire.id ? (limits.get(fire.id) as number | null | undefined) : null) ?? null;
  const use = percent(block.used.lane, budget);
  return (
    <>
      <p>
        Block {grouped(block.height)} used <b>{shownPercent(use)}</b> of the lane: {grouped(block.used.lane)} of {grouped(budget)} cycles, in{" "}
        {plural(timers.length, "fire")}. It looked at {plural(block.used.looks, "timer")}; {grouped(block.due_waiting)} wait.
      </p>
      <div class="lane" aria-hidden="true">
        {timers.slice(0, 400).map((fire) => (
          <span key={fire.seq} class={fire.status === "ok" ? "good" : "bad"} title={`${fire.handler}: ${grouped(fire.cycles)} cycles`} style={{ width: `${percent(fire.cycles, budget)}%` }} />
        ))}
      </div>
      <Table
        label="Executions in order"
        rows={shown}
        none="Nothing fired in this block."
        keyOf={(fire) => fire.seq}
        columns={[
          { head: "Seq", cell: (fire) => <Count of={fire.seq} />, number: true },
          { head: "What", cell: (fire) => <><Tag of={fire.kind} /> <FiredLink kind={fire.kind} id={fire.id} /></> },
          { head: "Actor", cell: (fire) => <Address of={fire.actor} /> },
          { head: "Handler", cell: (fire) => <code>{fire.handler}</code> },
          { head: "Ended", cell: (fire) => <Tag of={fire.status} more={fire.error} /> },
          { head: "Cycles", cell: (fire) => <Count of={fire.cycles} />, number: true },
          { head: "Came back", cell: (fire) => (limitOf(fire) === null ? <span class="quiet">–</span> : <span title={`gas limit ${grouped(limitOf(fire)!)}`}>{grouped(Math.max(0, limitOf(fire)! - Number(fire.cycles)))} cycles</span>), number: true },
          { head: "Paid", cell: (fire) => <Cby of={fire.charged} />, number: true },
          { head: "Tip", cell: (fire) => <Cby of={fire.tip} />, number: true },
        ]}
      />
      {fired.length > shown.length && (
        <p class="quiet">
          <a href={`#/block/${block.height}`}>{grouped(fired.length - shown.length)} more in block {grouped(block.height)}</a>
        </p>
      )}
    </>
  );
}

// What a text in the search box means: a height, an address, an id or hash, a name.
import { get } from "./api";
import { to } from "./router";
import type { Account } from "./types";

export interface Hit {
  what: string;
  name: string;
  href: string;
}

/** Whether the path gives an answer that has this key: ids of timers and operations are of one kind. */
async function exists(path: string, key: string): Promise<boolean> {
  try {
    return key in (await get<object>(path));
  } catch {
    return false;
  }
}

const HITS_MAX = 30;

export async function search(text: string, names: Map<string, string>): Promise<Hit[]> {
  const wanted = text.trim();
  const lower = wanted.toLowerCase();
  if (/^[\d,]+$/.test(wanted) || wanted === "head") return [{ what: "Block", name: wanted, href: to("block", wanted.replace(/,/g, "")) }];
  if (/^0x[0-9a-f]{40}$/.test(lower)) {
    const account = await get<Account>(`/v1/accounts/${lower}`);
    return [{ what: account.actor ? "Actor" : "Account", name: lower, href: to("address", lower) }];
  }
  if (/^0x[0-9a-f]{64}$/.test(lower)) {
    const kinds: [string, string, string, string][] = [
      ["Timer", "timer", "timers", "fee_payer"],
      ["Transaction", "tx", "transactions", "nonce"],
      ["Operation", "operation", "operations", "deposit"],
      ["Block", "block", "blocks", "state_root"],
    ];
    const there = await Promise.all(kinds.map(([, , route, key]) => exists(`/v1/${route}/${lower}`, key)));
    return kinds.filter((_, i) => there[i]).map(([what, view]) => ({ what, name: lower, href: to(view, lower) }));
  }
  return [...names]
    .filter(([address, name]) => name.toLowerCase().includes(lower) || (lower.startsWith("0x") && address.startsWith(lower)))
    .slice(0, HITS_MAX)
    .map(([address, name]) => ({ what: name, name: address, href: to("address", address) }));
}

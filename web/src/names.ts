// Names that people can read: of actors the class in their source, of dev accounts their number.
import { useEffect, useReducer, useState } from "preact/hooks";
import { get } from "./api";
import { live } from "./live";
import type { Actor, Page } from "./types";

const ACTORS_MAX = 500;
const CODES_MAX = 200;
const EVERY_MS = 5_000;
const WAITED_FOR_MS = 250;

const names = new Map<string, string>();
const byCode = new Map<string, string>();
const listeners = new Set<() => void>();
export const devAccounts: string[] = [];
let areAwaited = true;

/** The first class that has a handler, else the first class. */
export function className(source: string): string {
  const found = /^class\s+([\p{L}_][\p{L}\p{N}_]*)/mu.exec(source);
  return found ? found[1].slice(0, 40) : "";
}

async function load() {
  const seen = live.status?.hash;
  let changed = false;
  const put = (address: string, name: string) => {
    if (name && names.get(address) !== name) {
      names.set(address, name);
      changed = true;
    }
  };
  try {
    if (live.status?.dev && devAccounts.length === 0) {
      const { accounts } = await get<{ accounts: { address: string }[] }>("/v1/dev/accounts");
      accounts.forEach(({ address }, i) => {
        devAccounts.push(address);
        put(address, `dev:${i}`);
      });
    }
  } catch {
    // The node wants a token for that; addresses do without names.
  }
  try {
    const { items } = await get<Page<Actor>>(`/v1/actors?limit=${ACTORS_MAX}`);
    const unknown = new Map(items.filter(({ code_hash }) => !byCode.has(code_hash)).map(({ address, code_hash }) => [code_hash, address]));
    const asked = [...unknown].slice(0, Math.max(0, CODES_MAX - byCode.size));
    await Promise.all(asked.map(async ([code, address]) => byCode.set(code, className(await get<string>(`/v1/actors/${address}/code`)))));
    for (const { address, code_hash } of items) put(address, byCode.get(code_hash) ?? "");
  } catch {
    // The node is away; the next turn tries again.
  }
  if (changed || areAwaited) {
    areAwaited = false;
    for (const listener of [...listeners]) listener();
  }
  const again = () => (live.status?.hash === seen ? setTimeout(again, 500) : void load());
  setTimeout(again, EVERY_MS);
}

/** The first view waits a little for the names: they make lines longer, and what is below would jump. */
export function useNamesAwaited(): boolean {
  useNames();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), WAITED_FOR_MS);
    return () => clearTimeout(timer);
  }, []);
  return areAwaited && !isOver;
}

let begun = false;
export function useNames(): Map<string, string> {
  const [, again] = useReducer<number, void>((n) => n + 1, 0);
  useEffect(() => {
    const listener = () => again();
    listeners.add(listener);
    if (!begun) {
      begun = true;
      void load();
    }
    return () => void listeners.delete(listener);
  }, []);
  return names;
}

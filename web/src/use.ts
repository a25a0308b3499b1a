// Data of a view: asked for when the view opens, and again when the chain went on.
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "./api";
import { useLive } from "./live";

const AGAIN_MS_MIN = 700;

export interface Got<T> {
  data: T | null;
  error: Error | null;
}

/** The answers to several paths at once, in their order. When the paths change, the old answers stay for a while: what is shown must say itself what it is of. */
export function useGetAll<T extends unknown[]>(paths: (string | null)[], fixed = false): Got<T> {
  const { status, epoch, connection } = useLive();
  const [got, setGot] = useState<Got<T> & { key: string }>({ data: null, error: null, key: "" });
  const key = paths.join(" ");
  const version = fixed ? String(epoch) : `${epoch} ${connection} ${status?.hash} ${status?.pool.pending} ${status?.pool.queued}`;
  const state = useRef({ key: "", at: 0, asked: 0, shown: 0 });
  const now = state.current;
  if (now.key !== key) {
    now.key = key;
    now.at = 0;
    now.shown = now.asked; // answers that are still on their way are of no use
  }
  useEffect(() => {
    const timer = setTimeout(async () => {
      now.at = performance.now();
      const number = ++now.asked;
      const show = (data: T | null, error: Error | null) => {
        if (number <= now.shown) return;
        now.shown = number;
        setGot((old) => ({ data: data ?? (old.key === key ? old.data : null), error, key }));
      };
      try {
        const all = await Promise.all(paths.map((path) => (path === null ? null : get<unknown>(path))));
        show(all as unknown as T, null);
      } catch (error) {
        show(null, error as Error);
      }
    }, Math.max(0, now.at + AGAIN_MS_MIN - performance.now()));
    return () => clearTimeout(timer);
  }, [key, version]);
  useEffect(() => () => void (now.shown = Infinity), []);
  // The old answers stay on the page until the new ones are there, so that nothing jumps.
  return { data: got.data, error: got.key === key ? got.error : null };
}

/** `fixed`: the answer does not change with the head. A null path asks for nothing. */
export function useGet<T>(path: string | null, fixed = false): Got<T> {
  const { data, error } = useGetAll<[T]>([path], fixed);
  return { data: data ? data[0] : null, error };
}

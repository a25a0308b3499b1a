// What happens, from the node's WebSocket: blocks, fires and exits. After a cut it comes back by itself: the lists up to
// the head are asked for, and the stream goes on behind it, so nothing is missing and nothing comes twice.
import { useEffect, useReducer } from "preact/hooks";
import { get } from "./api";
import type { Block, Exit, FeesAt, Fire, Page, Status } from "./types";

const KEPT_ROWS = 60;
const KEPT_BLOCKS = 500; // the charts ask the node for what is older
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 8_000;
const STATUS_EVERY_MS = 400;

/** `asking`: the node answers but gives no stream, for instance because it has too many. */
export type Connection = "connecting" | "open" | "asking" | "cut";

export const live = {
  connection: "connecting" as Connection,
  status: null as Status | null,
  blocks: [] as FeesAt[], // oldest first; of a block what the charts draw
  fires: [] as Fire[], // latest first
  exits: [] as Exit[],
  epoch: 0, // rises when the chain may be another one: after a cut, a revert, a reset
};

const listeners = new Set<() => void>();
let frame = 0;
function tell() {
  if (frame) return;
  // One update for all that came since the last frame; a hidden page gets no frames and needs none.
  frame = requestAnimationFrame(() => {
    frame = 0;
    for (const listener of [...listeners]) listener();
  });
}

export function useLive(): typeof live {
  const [, again] = useReducer<number, void>((n) => n + 1, 0);
  useEffect(() => {
    const listener = () => again();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return live;
}

let statusUnderWay = false;
let statusWanted = false;
let statusAt = 0;
export function refreshStatus() {
  if (statusUnderWay) {
    statusWanted = true;
    return;
  }
  statusUnderWay = true;
  const wait = Math.max(0, statusAt + STATUS_EVERY_MS - performance.now());
  setTimeout(async () => {
    statusAt = performance.now();
    statusWanted = false;
    try {
      live.status = await get<Status>("/v1/status");
    } catch {
      // The socket says that the node is away; the old values stay on the page.
    }
    statusUnderWay = false;
    tell();
    if (statusWanted) refreshStatus();
  }, wait);
}

let retryMs = RETRY_MS_MIN;

function take(id: string, item: unknown) {
  if (id === "blocks") {
    const { height, timestamp_ms, basefee, used, burned, tips } = item as Block;
    const last = live.blocks[live.blocks.length - 1];
    if (last && height <= last.height) return;
    live.blocks.push({ height, timestamp_ms, basefee, used, burned, tips });
    if (live.blocks.length > KEPT_BLOCKS) live.blocks.shift();
  } else if (id === "fires") {
    live.fires.unshift(item as Fire);
    if (live.fires.length > KEPT_ROWS) live.fires.pop();
  } else {
    live.exits.unshift(item as Exit);
    if (live.exits.length > KEPT_ROWS) live.exits.pop();
  }
}

function forgetAbove(height: number) {
  live.blocks = live.blocks.filter((block) => block.height <= height);
  live.fires = live.fires.filter((fire) => fire.height <= height);
  live.exits = live.exits.filter((exit) => exit.height <= height);
  live.epoch++;
}

function heard(text: string) {
  const message = JSON.parse(text) as { id?: string; item?: unknown; revert?: number };
  if (message.revert !== undefined) forgetAbove(message.revert);
  else if (message.item !== undefined && message.id) take(message.id, message.item);
  refreshStatus();
  tell();
}

/** The head, and the latest fires and exits up to it. After a cut the chain may be another one: nothing old is kept. */
async function begin(): Promise<number> {
  const now = await get<Status>("/v1/status");
  const upTo = `limit=60&to_height=${now.height}`;
  const [fires, exits] = await Promise.all([get<Page<Fire>>(`/v1/fires?${upTo}`), get<Page<Exit>>(`/v1/exits?${upTo}`)]);
  live.status = now;
  live.fires = fires.items;
  live.exits = exits.items;
  live.blocks = [];
  live.epoch++;
  return now.height;
}

export function connect() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/v1/stream`);
  socket.onopen = async () => {
    try {
      const height = await begin();
      for (const id of ["blocks", "fires", "exits"]) socket.send(JSON.stringify({ subscribe: id, to: id, from_height: height + 1 }));
    } catch {
      socket.close();
      return;
    }
    retryMs = RETRY_MS_MIN;
    live.connection = "open";
    tell();
  };
  socket.onmessage = (event) => heard(String(event.data));
  socket.onclose = async () => {
    setTimeout(connect, retryMs);
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
    try {
      await begin();
      live.connection = "asking";
    } catch {
      live.connection = "cut";
    }
    tell();
  };
}

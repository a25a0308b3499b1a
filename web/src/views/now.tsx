// Now: the head, the lane of the last block, fees and use over time, fires and exits as they happen.
import { useMemo, useRef, useState } from "preact/hooks";
import { path } from "../api";
import { Chart } from "../chart";
import { duration, grouped, percent, shownPercent } from "../format";
import { useLive } from "../live";
import { Address, BlockLink, Cby, Count, Facts, Failure, FiredLink, Hex, Loading, Panel, Table, Tag, Time, TimerLink, Title } from "../parts";
import { to } from "../router";
import type { Block, Config, FeesAt, Fire, Page } from "../types";
import { useGet, useGetAll } from "../use";
import { Lane } from "./lane";

const RANGES: [string, number][] = [
  ["100 blocks", 100],
  ["1,000 blocks", 1_000],
  ["10,000 blocks", 10_000],
  ["all", Infinity],
];
const POINTS = 500;
const HISTORY_BEHIND_MAX = 200;

export function NowView() {
  const { status } = useLive();
  return (
    <>
      <Title text="Now" />
      {status ? (
        <Panel title="Chain">
          <div class="tiles">
            <Tile name="Height" value={<a href={to("block", status.height)}>{grouped(status.height)}</a>} more={<Time ms={status.timestamp_ms} />} />
            <Tile name="Discipline" value={status.discipline} more={`blocks: ${status.mining.mode}, ${duration(status.mining.block_time_ms)}`} />
            <Tile name="Pool" value={<a href="#/transactions?status=pending">{grouped(status.pool.pending)}</a>} more={`ready; ${grouped(status.pool.queued)} not yet`} />
            <Tile name="Timers" value={<a href="#/coming">{grouped(status.timers.live)}</a>} more="live" />
            <Tile name="Waiting" value={<a href="#/waiting">{grouped(status.timers.waiting)}</a>} more={`${grouped(status.timers.parked)} parked, ${grouped(status.timers.dead)} dead`} />
            <Tile name="Operations" value={<a href="#/coming?zoom=operations">{grouped(status.operations)}</a>} more="at a time" />
          </div>
        </Panel>
      ) : (
        <Loading />
      )}
      <LastLane />
      <Charts />
      <div class="columns">
        <Fires />
        <Exits />
      </div>
      {status && (
        <Panel title="About this chain">
          <Facts
            rows={[
              ["Chain", status.chain_id],
              ["Head", <Hex hex={status.hash} what="block hash" href={to("block", status.height)} />],
              ["State root", <Hex hex={status.state_root} what="state root" />],
              ["Genesis", <Hex hex={status.genesis_hash} what="genesis hash" />],
              ["Oldest block, state", `${grouped(status.oldest_block)}, ${grouped(status.oldest_state)}`],
              ["Version", status.version],
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function Tile({ name, value, more }: { name: string; value: preact.ComponentChildren; more: preact.ComponentChildren }) {
  return (
    <div class="tile">
      <span class="name">{name}</span>
      <span class="value">{value}</span>
      <span class="quiet">{more}</span>
    </div>
  );
}

function LastLane() {
  const { data, error } = useGetAll<[Block, Config]>(["/v1/blocks/head?full=true", "/v1/config"]);
  return (
    <Panel title="The lane of the last block">
      {error ? <Failure error={error} /> : data ? <Lane block={data[0]} config={data[1]} most={12} /> : <Loading />}
    </Panel>
  );
}

function Charts() {
  const { blocks, status, epoch } = useLive();
  const [range, setRange] = useState(RANGES[1][1]);
  const head = status?.height ?? 0;
  const oldest = status?.oldest_block ?? 0;
  const step = Math.max(1, Math.ceil(Math.min(range, head - oldest) / POINTS));
  // In steps, so that the path of the history stays the same for a while.
  const from = Math.max(oldest, Math.floor((head - range) / HISTORY_BEHIND_MAX) * HISTORY_BEHIND_MAX);
  // The history is asked for up to the head of a moment; the stream says what comes behind it.
  const asked = useRef({ key: "", upTo: 0 });
  const key = `${epoch} ${range} ${step}`;
  if (status && (asked.current.key !== key || head < asked.current.upTo || head > asked.current.upTo + HISTORY_BEHIND_MAX)) asked.current = { key, upTo: head };
  const { data, error } = useGet<Page<FeesAt>>(status ? path("/v1/fees/history", { from_height: from, to_height: asked.current.upTo, step, limit: 1000, order: "asc" }) : null, true);
  const config = useGet<Config>("/v1/config", true).data;
  const lane = config?.config.lane_timer_cycles ?? 0;
  const last = blocks.length ? blocks[blocks.length - 1].height : 0;
  const all = useMemo(() => {
    const old: FeesAt[] = data?.items ?? [];
    const behind = old.length ? old[old.length - 1].height : from - 1;
    return [...old, ...blocks.filter((block) => block.height > behind && block.height % step === 0)].filter((one) => one.height >= head - range);
  }, [data, last, blocks.length, step, from, head]);
  const x = useMemo(() => all.map((one) => one.height), [all]);
  const column = (pick: (one: FeesAt) => number) => useMemo(() => all.map(pick), [all, lane]);
  const fees = [column((one) => Number(one.basefee.cycle)), column((one) => Number(one.basefee.cell)), column((one) => Number(one.basefee.lane))];
  const used = column((one) => percent(one.used.lane, lane as number));
  const burned = column((one) => (Number(one.burned.cycle) + Number(one.burned.cell) + Number(one.burned.lane)) / 1e9);
  const tips = column((one) => Number(one.tips) / 1e9);
  const now = all.length ? all[all.length - 1] : null;
  return (
    <Panel
      title="Over time"
      more={
        <span class="choices" role="group" aria-label="Range">
          {RANGES.map(([name, blocks]) => (
            <button key={name} type="button" class="small" aria-pressed={range === blocks} onClick={() => setRange(blocks)}>
              {name}
            </button>
          ))}
        </span>
      }
    >
      {error && <Failure error={error} />}
      <div class="charts">
        <Chart title="Base fees" unit="units" x={x} xName="height" file="basefees" about={now ? `In block ${now.height}: ${now.basefee.cycle} per cycle, ${now.basefee.cell} per cell, ${now.basefee.lane} in the lane.` : "No block yet."}
          series={[{ name: "cycle", values: fees[0], colour: 1 }, { name: "cell", values: fees[1], colour: 2 }, { name: "lane", values: fees[2], colour: 3 }]} />
        <Chart title="Use of the timer lane" unit="%" x={x} xName="height" file="lane" limit={100} about={now ? `In block ${now.height}: ${shownPercent(used[used.length - 1])} of ${grouped(lane as number)} cycles.` : "No block yet."}
          series={[{ name: "used", values: used, colour: 1 }]} />
        <Chart title="Burned and paid as tips" unit="CBY" x={x} xName="height" file="burned" about={now ? `In block ${now.height}: ${burned[burned.length - 1]} CBY burned, ${tips[tips.length - 1]} CBY tips.` : "No block yet."}
          series={[{ name: "burned", values: burned, colour: 4 }, { name: "tips", values: tips, colour: 2 }]} />
      </div>
    </Panel>
  );
}

export const fireColumns = [
  { head: "Block", cell: (fire: Fire) => <BlockLink height={fire.height} />, number: true },
  { head: "What", cell: (fire: Fire) => <><Tag of={fire.kind} /> <FiredLink kind={fire.kind} id={fire.id} /></> },
  { head: "Actor", cell: (fire: Fire) => <Address of={fire.actor} /> },
  { head: "Handler", cell: (fire: Fire) => <code>{fire.handler}</code> },
  { head: "Ended", cell: (fire: Fire) => <Tag of={fire.status} more={fire.error} /> },
  { head: "Cycles", cell: (fire: Fire) => <Count of={fire.cycles} />, number: true },
  { head: "Paid", cell: (fire: Fire) => <Cby of={fire.charged} />, number: true },
];

function Fires() {
  const { fires } = useLive();
  return (
    <Panel title="Fires" more={<a href="#/fires">all fires</a>}>
      <Table label="Latest fires" rows={fires.slice(0, 30)} columns={fireColumns} none="Nothing has fired yet." keyOf={(fire) => fire.seq} />
    </Panel>
  );
}

function Exits() {
  const { exits } = useLive();
  return (
    <Panel title="Exits" more={<a href="#/exits">all exits</a>}>
      <Table
        label="Latest exits"
        rows={exits.slice(0, 30)}
        none="No timer has ended yet."
        keyOf={(exit) => `${exit.height} ${exit.index}`}
        columns={[
          { head: "Block", cell: (exit) => <BlockLink height={exit.height} />, number: true },
          { head: "Timer", cell: (exit) => <TimerLink id={exit.id} /> },
          { head: "Exit", cell: (exit) => <Tag of={exit.exit} /> },
        ]}
      />
    </Panel>
  );
}

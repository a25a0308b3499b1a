// Coming: pending timers by height against the lane's capacity, operations by second, and the next block.
import { useMemo, useState } from "preact/hooks";
import { path } from "../api";
import { Chart } from "../chart";
import { grouped, percent, plural, shownPercent } from "../format";
import { useLive } from "../live";
import { Address, Bar, Bytes, Count, Failure, Loading, OperationLink, Panel, Table, Tag, Time, TimerLink, Title, TxLink } from "../parts";
import { go } from "../router";
import type { Config, Load, Operation, Page, Timer, Transaction } from "../types";
import { useGet, useGetAll, type Got } from "../use";

const BINS = 256;
const QUEUE_MAX = 200;

interface Zoom {
  name: string;
  title: string;
  from: number;
  to: number;
  step: number;
}

function zooms(head: number, config: Config): Record<string, Zoom> {
  const number = (name: string) => Number(config.config[name]);
  const ring = number("ring_buffer_size");
  const epoch = number("epoch_blocks");
  const ringEnd = head + ring;
  const epochsEnd = ringEnd + epoch * 64;
  const farthest = head + number("max_ttl_blocks");
  const cut = (name: string, title: string, from: number, to: number, least: number): Zoom => {
    const step = Math.max(least, Math.ceil((to - from + 1) / BINS / least) * least);
    return { name, title, from: Math.floor(from / step) * step, to, step }; // parts that stay when the head moves
  };
  return {
    near: cut("near", "The next 128 blocks", head + 1, head + 128, 1),
    ring: cut("ring", `The ring: ${grouped(ring)} blocks`, head + 1, ringEnd, 1),
    epochs: cut("epochs", `Epochs of ${grouped(epoch)} blocks`, Math.floor(ringEnd / epoch) * epoch, epochsEnd, epoch),
    beyond: cut("beyond", "Beyond", Math.floor(epochsEnd / epoch) * epoch, farthest, epoch),
  };
}

export function ComingView({ query }: { query: URLSearchParams }) {
  const { status } = useLive();
  const config = useGet<Config>("/v1/config").data;
  const next = useNextBlock();
  const zoom = query.get("zoom") ?? "near";
  const asked = Number(query.get("from"));
  if (!next.data && !next.error)
    return (
      <>
        <Title text="Coming" />
        <Loading />
      </>
    );
  const known = ["near", "ring", "epochs", "beyond", "operations"];
  return (
    <>
      <Title text="Coming" />
      {next.error && <Failure error={next.error} />}
      {next.data && <NextBlock of={next.data} />}
      <nav class="tabs" aria-label="Zoom">
        {[["near", "Next 128"], ["ring", "Ring"], ["epochs", "Epochs"], ["beyond", "Beyond"], ["operations", "Operations"]].map(([key, name]) => (
          <a key={key} href={`#/coming?zoom=${key}`} aria-current={zoom === key && !asked ? "page" : undefined}>
            {name}
          </a>
        ))}
        <FindHeight />
      </nav>
      {zoom === "operations" ? (
        config && <Operations config={config} />
      ) : config && status ? (
        <Calendar
          config={config}
          head={status.height}
          zoom={asked > 0 ? { name: "from", title: `From height ${grouped(asked)}`, from: asked, to: asked + Math.max(1, Number(query.get("span")) || 128) - 1, step: Math.max(1, Math.ceil((Number(query.get("span")) || 128) / BINS)) } : zooms(status.height, config)[known.includes(zoom) ? zoom : "near"]}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

function FindHeight() {
  const [height, setHeight] = useState("");
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (/^\d+$/.test(height)) go(`#/coming?from=${height}`);
      }}
    >
      <label>
        Height <input inputMode="numeric" size={9} value={height} onInput={(event) => setHeight(event.currentTarget.value.replace(/[^0-9]/g, ""))} />
      </label>
      <button type="submit" class="small">
        Is there room?
      </button>
    </form>
  );
}

function Calendar({ config, head, zoom }: { config: Config; head: number; zoom: Zoom }) {
  const lane = Number(config.config.lane_timer_cycles);
  const count = Math.min(1_000, Math.ceil((zoom.to - zoom.from + 1) / zoom.step));
  const { data, error } = useGet<{ items: Load[]; complete: boolean; height: number }>(path("/v1/calendar", { from_height: zoom.from, step: zoom.step, count }));
  const items = data?.items ?? [];
  const bins = useMemo(() => {
    const load = new Map(items.map((item) => [item.from, item]));
    const x: number[] = [];
    const share: number[] = [];
    const timers: number[] = [];
    for (let i = 0; i < count; i++) {
      const at = zoom.from + i * zoom.step;
      const item = load.get(at);
      x.push(at);
      share.push(item ? percent(item.gas, lane * zoom.step) : 0);
      timers.push(item?.timers ?? 0);
    }
    return { x, share, timers };
  }, [data, zoom.from, zoom.step, count, lane]);
  const all = items.reduce((sum, item) => sum + item.timers, 0);
  const over = items.filter((item) => Number(item.gas) > lane * zoom.step).length;
  const open = (at: number) => {
    if (zoom.step > 1) go(`#/coming?from=${at}&span=${zoom.step}`);
    else go(`#/coming?from=${at}&span=16`);
  };
  const where = zoom.step === 1 ? "height" : `${grouped(zoom.step)} heights`;
  return (
    <Panel title={zoom.title}>
      {error && <Failure error={error} />}
      <p>
        {plural(all, "timer")} from height {grouped(zoom.from)} to {grouped(zoom.from + count * zoom.step - 1)}
        {over > 0 ? `; ${zoom.step === 1 ? plural(over, "height") : `${plural(over, "part")} of ${where}`} ${over === 1 ? "has" : "have"} more than the lane holds, so timers will wait there.` : "; no part of it has more than the lane holds."}{" "}
        The load counts each timer with its whole gas limit. {data && !data.complete && <b>There are more timers than the node looks at for one answer: only the first 20,000 are counted. Zoom in to see the others.</b>}
      </p>
      <div class="charts two">
        <Chart title="Load against the lane" unit="% of capacity" x={bins.x} xName="height" file={`load-${zoom.name}`} limit={100} onPick={open}
          about={`${plural(all, "timer")}; the fullest part has ${shownPercent(Math.max(0, ...bins.share))}. The table below has the numbers.`} series={[{ name: "load", values: bins.share, colour: 1, bars: true }]} />
        <Chart title="Timers" unit={`per ${where}`} x={bins.x} xName="height" file={`timers-${zoom.name}`} onPick={open} about="The table below has the numbers."
          series={[{ name: "timers", values: bins.timers, colour: 2, bars: true }]} />
      </div>
      <Table
        label="Heights with timers"
        rows={items.slice(0, 100)}
        none={data ? `Nothing is due here.${head + 1 >= zoom.from ? "" : " Earlier heights may have timers."}` : "Loading…"}
        keyOf={(item) => item.from}
        columns={[
          { head: zoom.step === 1 ? "Height" : "Heights", cell: (item) => (item.from === item.to ? grouped(item.from) : `${grouped(item.from)} – ${grouped(item.to)}`), number: true },
          { head: "Timers", cell: (item) => <a href={`#/timers?due_from=${item.from}&due_to=${item.to}`}>{grouped(item.timers)}</a>, number: true },
          { head: "Gas limits", cell: (item) => <Count of={item.gas} />, number: true },
          { head: "Of the lane", cell: (item) => { const share = percent(item.gas, lane * zoom.step); return <span class="share"><Bar share={share} />{shownPercent(share)}</span>; }, number: true },
          { head: "Closer", cell: (item) => <a href={`#/coming?from=${item.from}&span=${Math.max(16, item.to - item.from + 1)}`}>zoom in</a> },
        ]}
      />
      {items.length > 100 && <p class="quiet">{grouped(items.length - 100)} more parts with timers: zoom in to see them.</p>}
    </Panel>
  );
}

function Operations({ config }: { config: Config }) {
  const capacity = Number(config.config.sch_cycles_per_second);
  const { data, error } = useGet<Page<Operation>>("/v1/operations?limit=1000");
  const items = data?.items ?? [];
  const seconds = useMemo(() => {
    const gas = new Map<number, number>();
    for (const item of items) {
      const second = Math.floor(item.timestamp_ms / 1000);
      gas.set(second, (gas.get(second) ?? 0) + Number(item.gas_limit));
    }
    const x = [...gas.keys()].sort((a, b) => a - b);
    return { x, share: x.map((second) => percent(gas.get(second)!, capacity)) };
  }, [data, capacity]);
  return (
    <Panel title="Operations by second">
      {error && <Failure error={error} />}
      {items.length > 0 && <Chart title="Load of a second" unit="% of capacity" x={seconds.x} xName="second since 1970" file="operations" limit={100} about={`${plural(items.length, "operation")}. The table below has them.`}
        series={[{ name: "load", values: seconds.share, colour: 3, bars: true }]} />}
      <Table
        label="Operations"
        rows={items}
        none={data ? "No operation is scheduled." : "Loading…"}
        keyOf={(item) => item.id}
        columns={[
          { head: "Time", cell: (item) => <Time ms={item.timestamp_ms} /> },
          { head: "Operation", cell: (item) => <OperationLink id={item.id} /> },
          { head: "Account", cell: (item) => <Address of={item.account} /> },
          { head: "Target", cell: (item) => <Address of={item.target} /> },
          { head: "Handler", cell: (item) => <code>{item.handler}</code> },
          { head: "Gas limit", cell: (item) => <Count of={item.gas_limit} />, number: true },
        ]}
      />
      {data?.next && <p class="quiet">These are the first 1,000.</p>}
    </Panel>
  );
}

type Next = [{ items: Timer[] }, Page<Operation> | null, Page<Transaction>, Page<Timer> | null];

function useNextBlock(): Got<Next> {
  const { status } = useLive();
  return useGetAll<Next>([
    `/v1/queue?limit=${QUEUE_MAX}`,
    status ? path("/v1/operations", { until_ms: status.clock_ms, limit: 50 }) : null,
    "/v1/transactions?status=pending&limit=20",
    status ? path("/v1/timers", { due_from: status.height + 1, due_to: status.height + 1, limit: 100 }) : null,
  ]);
}

function NextBlock({ of: data }: { of: Next }) {
  const seen = new Set<string>();
  const timers = [...data[0].items, ...(data[3]?.items ?? [])].filter((timer) => timer.why?.reason === "next" && !seen.has(timer.id) && seen.add(timer.id));
  const operations = data[1]?.items ?? [];
  // A list that goes on was not looked at whole.
  const atLeast = (goesOn: boolean, count: number, noun: string) => (goesOn ? `at least ${plural(count, noun)}` : plural(count, noun));
  const timersGoOn = data[0].items.length === QUEUE_MAX || !!data[3]?.next;
  return (
    <Panel title="The next block">
      <p>
        If nothing else comes in, it runs {atLeast(!!data[2].next, data[2].items.length, "transaction")}, {atLeast(!!data[1]?.next, operations.length, "operation")} and fires{" "}
        {atLeast(timersGoOn, timers.length, "timer")}.
      </p>
      {data[2].items.length > 0 && (
        <p>
          {data[2].items.map((tx) => (
            <span key={tx.hash} class="spaced">
              <TxLink hash={tx.hash} />
            </span>
          ))}
        </p>
      )}
      {timers.length + operations.length > 0 && (
        <Table
          label="What the next block does"
          rows={[...timers.map((timer) => ({ timer, operation: null as Operation | null })), ...operations.map((operation) => ({ timer: null as Timer | null, operation }))].slice(0, 12)}
          none=""
          columns={[
            { head: "What", cell: ({ timer, operation }) => (timer ? <><Tag of={timer.kind} /> <TimerLink id={timer.id} /></> : <><Tag of="operation" /> <OperationLink id={operation!.id} /></>) },
            { head: "Actor", cell: ({ timer, operation }) => <Address of={(timer ?? operation)!.target} /> },
            { head: "Handler", cell: ({ timer, operation }) => <code>{(timer ?? operation)!.handler}</code> },
            { head: "Gas limit", cell: ({ timer, operation }) => { const gas = (timer ?? operation)!.gas_limit; return gas === null ? <span class="quiet">default</span> : <Count of={gas} />; }, number: true },
            { head: "Payload", cell: ({ timer, operation }) => { const one = (timer ?? operation)!; return one.payload !== undefined ? <Bytes hex={one.payload} /> : `${grouped(one.payload_bytes ?? 0)} bytes`; } },
          ]}
        />
      )}
      {timers.length + operations.length > 12 && <p class="quiet">{grouped(timers.length + operations.length - 12)} more.</p>}
    </Panel>
  );
}

// Lists with pages: blocks, transactions, fires, exits, events, timers, actors. Filters stand in the address of the view.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { path } from "../api";
import { grouped } from "../format";
import { useLive } from "../live";
import { Address, BlockLink, Cby, Count, Failure, Loading, Panel, Table, Tag, Time, TimerLink, Title, TxLink, type Column } from "../parts";
import { go } from "../router";
import type { Actor, Block, EventRow, Exit, Fire, Page, Timer, Transaction } from "../types";
import { useGet } from "../use";
import { inWords } from "../why";
import { Events } from "./events";
import { fireColumns } from "./now";
import { Summary } from "./transaction";

const PAGE = 100;

/** One page of a hundred rows. Each page has its address, so that the next one is a link and the browser leads back. */
function List<T>({ route, query, show }: { route: string; query: URLSearchParams; show: (rows: T[]) => ComponentChildren }) {
  const view = route.split("/").pop();
  const cursor = query.get("cursor");
  const { data, error } = useGet<Page<T>>(path(route, { ...Object.fromEntries(query), limit: PAGE }));
  const rows = useMemo(() => data && show(data.items), [data]); // not drawn again with each event of the chain
  useEffect(() => {
    if (cursor) scrollTo(0, 0);
  }, [cursor]);
  const at = (next: string | null) => {
    const there = new URLSearchParams(query);
    if (next) there.set("cursor", next);
    else there.delete("cursor");
    return `#/${view}${there.size ? "?" + there : ""}`;
  };
  if (error && !data) return <Failure error={error} />;
  if (!data) return <Loading />;
  return (
    <>
      {rows}
      {(cursor || data.next) && (
        <p class="pages">
          {cursor && <a href={at(null)}>← First page</a>}
          {data.next && <a href={at(data.next)}>Next page →</a>}
        </p>
      )}
    </>
  );
}

function Filters({ view, query, fields }: { view: string; query: URLSearchParams; fields: [string, string, string[]?][] }) {
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    next.delete("cursor"); // it belongs to the old list
    if (value) next.set(name, value);
    else next.delete(name);
    go(`#/${view}${next.size ? "?" + next : ""}`);
  };
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      {fields.map(([name, label, words]) => (
        <label key={name}>
          {label}{" "}
          {words ? (
            <select aria-label={label} value={query.get(name) ?? ""} onChange={(event) => change(name, event.currentTarget.value)}>
              <option value="">any</option>
              {words.map((word) => (
                <option key={word} value={word}>
                  {word.replace(/_/g, " ")}
                </option>
              ))}
            </select>
          ) : (
            <input size={14} value={query.get(name) ?? ""} onChange={(event) => change(name, event.currentTarget.value.trim())} />
          )}
        </label>
      ))}
    </form>
  );
}

const exitColumns: Column<Exit>[] = [
  { head: "Block", cell: (exit) => <BlockLink height={exit.height} />, number: true },
  { head: "Timer", cell: (exit) => <TimerLink id={exit.id} /> },
  { head: "Exit", cell: (exit) => <Tag of={exit.exit} /> },
  { head: "By", cell: (exit) => (exit.cause?.seq !== undefined ? `fire ${grouped(exit.cause.seq)}` : typeof exit.cause?.tx === "string" ? <TxLink hash={exit.cause.tx} /> : <span class="quiet">the block</span>) },
];

export function BlocksView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Blocks" />
      <Panel title="Blocks">
        <List<Block> route="/v1/blocks" query={query} show={(rows) => (
          <Table label="Blocks" rows={rows} none="No blocks." keyOf={(block) => block.hash} columns={[
            { head: "Height", cell: (block) => <BlockLink height={block.height} />, number: true },
            { head: "Time", cell: (block) => <Time ms={block.timestamp_ms} /> },
            { head: "Transactions", cell: (block) => grouped(block.txs.length), number: true },
            { head: "Cycles", cell: (block) => <Count of={block.used.cycles} />, number: true },
            { head: "In the lane", cell: (block) => <Count of={block.used.lane} />, number: true },
            { head: "Waiting", cell: (block) => grouped(block.due_waiting), number: true },
            { head: "Burned", cell: (block) => <Cby of={BigInt(block.burned.cycle) + BigInt(block.burned.cell) + BigInt(block.burned.lane)} />, number: true },
          ]} />
        )} />
      </Panel>
    </>
  );
}

export function TransactionsView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Transactions" />
      <Panel title="Transactions" more={<Filters view="transactions" query={query} fields={[["status", "Status", ["included", "pending", "queued", "dropped"]], ["sender", "From"]]} />}>
        <List<Transaction> route="/v1/transactions" query={query} show={(rows) => (
          <Table label="Transactions" rows={rows} none="No transactions." keyOf={(tx) => tx.hash} columns={[
            { head: "Block", cell: (tx) => (tx.height === undefined ? "" : <BlockLink height={tx.height} />), number: true },
            { head: "Transaction", cell: (tx) => <TxLink hash={tx.hash} /> },
            { head: "From", cell: (tx) => <Address of={tx.from} /> },
            { head: "What", cell: (tx) => <Summary tx={tx} /> },
            { head: "Ended", cell: (tx) => <Tag of={tx.receipt?.status ?? tx.status} more={tx.receipt?.error ?? tx.waits_for ?? tx.reason} /> },
          ]} />
        )} />
      </Panel>
    </>
  );
}

export function FiresView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Fires" />
      <Panel title="Fires" more={<Filters view="fires" query={query} fields={[["kind", "Kind", ["height", "watch", "timestamp", "message"]], ["status", "Ended", ["ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor"]], ["actor", "Actor"]]} />}>
        <List<Fire> route="/v1/fires" query={query} show={(rows) => <Table label="Fires" rows={rows} columns={fireColumns} none="No fires." keyOf={(fire) => fire.seq} />} />
      </Panel>
    </>
  );
}

export function ExitsView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Exits" />
      <Panel title="Exits" more={<Filters view="exits" query={query} fields={[["exit", "Exit", ["fired", "expired", "insufficient_funds", "cancelled", "governance", "executed", "dropped", "blocked"]], ["owner", "Owner"]]} />}>
        <List<Exit> route="/v1/exits" query={query} show={(rows) => <Table label="Exits" rows={rows} columns={exitColumns} none="No exits." keyOf={(exit) => `${exit.height} ${exit.index}`} />} />
      </Panel>
    </>
  );
}

export function EventsView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Events" />
      <Panel title="Events" more={<Filters view="events" query={query} fields={[["name", "Event"], ["actor", "Actor"], ["topic", "Topic"]]} />}>
        <List<EventRow> route="/v1/events" query={query} show={(rows) => <Events rows={rows} />} />
      </Panel>
    </>
  );
}

export function TimersView({ query }: { query: URLSearchParams }) {
  const { status } = useLive();
  return (
    <>
      <Title text="Timers" />
      <Panel
        title={`Live timers and watches${status ? `: ${grouped(status.timers.live)}` : ""}`}
        more={<Filters view="timers" query={query} fields={[["kind", "Kind", ["height", "watch"]], ["state", "State", ["pending", "waiting", "parked", "standing", "dead", "idle"]], ["due_from", "Due from"], ["due_to", "to"], ["owner", "Owner"]]} />}
      >
        <List<Timer> route="/v1/timers" query={query} show={(rows) => (
          <Table label="Timers" rows={rows} none="No timers." keyOf={(timer) => timer.id} columns={[
            { head: "Due", cell: (timer) => (timer.height === null ? <span class="quiet">on change</span> : <Count of={timer.height} />), number: true },
            { head: "Timer", cell: (timer) => <><Tag of={timer.kind} /> <TimerLink id={timer.id} /></> },
            { head: "Actor", cell: (timer) => <Address of={timer.target} /> },
            { head: "Handler", cell: (timer) => <code>{timer.handler}</code> },
            { head: "Gas limit", cell: (timer) => (timer.gas_limit === null ? <span class="quiet">default</span> : <Count of={timer.gas_limit} />), number: true },
            { head: "State", cell: (timer) => <Tag of={timer.state} /> },
            { head: "Why", cell: (timer) => inWords(timer.why) },
          ]} />
        )} />
      </Panel>
    </>
  );
}

export function ActorsView({ query }: { query: URLSearchParams }) {
  return (
    <>
      <Title text="Actors" />
      <Panel title="Actors">
        <List<Actor> route="/v1/actors" query={query} show={(rows) => (
          <Table label="Actors" rows={rows} none="No actor is deployed." keyOf={(actor) => actor.address} columns={[
            { head: "Actor", cell: (actor) => <Address of={actor.address} /> },
            { head: "Owner", cell: (actor) => <Address of={actor.owner} /> },
            { head: "Handlers", cell: (actor) => actor.handlers.slice(0, 8).map((name) => <code key={name} class="spaced">{name}</code>) },
            { head: "Source", cell: (actor) => `${grouped(actor.code_bytes)} bytes`, number: true },
          ]} />
        )} />
      </Panel>
    </>
  );
}

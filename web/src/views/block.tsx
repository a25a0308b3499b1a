// A block: what ran in it, in order, and what it cost.
import { grouped } from "../format";
import { useLive } from "../live";
import { Address, Cby, Count, Facts, Failure, Fee, Hex, Loading, Panel, Table, Tag, Time, TimerLink, OperationLink, Title, TxLink } from "../parts";
import { to } from "../router";
import type { Block, Config, EventRow } from "../types";
import { useGetAll } from "../use";
import { Events } from "./events";
import { Lane } from "./lane";

export function BlockView({ which }: { which: string }) {
  const { status } = useLive();
  const { data, error } = useGetAll<[Block, Config]>([`/v1/blocks/${encodeURIComponent(which)}?full=true`, "/v1/config"], which !== "head");
  const block = data?.[0];
  const number = block?.height ?? Number(which);
  return (
    <>
      <Title text={`Block ${which.startsWith("0x") ? which.slice(0, 10) + "…" : which === "head" ? "head" : grouped(which)}`} />
      <nav class="tabs" aria-label="Neighbours">
        {block && block.height > (status?.oldest_block ?? 0) && <a href={to("block", number - 1)}>← {grouped(number - 1)}</a>}
        {block && number < (status?.height ?? 0) && <a href={to("block", number + 1)}>{grouped(number + 1)} →</a>}
        <a href="#/blocks">all blocks</a>
      </nav>
      {error && <Failure error={error} />}
      {!data && !error && <Loading />}
      {block && <Body block={block} config={data![1]} />}
    </>
  );
}

function Body({ block, config }: { block: Block; config: Config }) {
  return (
    <>
      <Panel title="Block">
        <Facts
          rows={[
            ["Height", grouped(block.height)],
            ["Time", <Time ms={block.timestamp_ms} />],
            ["Discipline", block.discipline],
            ["Hash", <Hex hex={block.hash} what="block hash" />],
            ["Parent", <Hex hex={block.parent_hash} href={block.height > 0 ? to("block", block.height - 1) : undefined} what="parent hash" />],
            ["State root", <Hex hex={block.state_root} what="state root" />],
            ["Proposer", <Address of={block.proposer} />],
            ["Base fee per cycle", <Fee of={block.basefee.cycle} />],
            ["Base fee per cell", <Fee of={block.basefee.cell} />],
            ["Base fee of the lane", <Fee of={block.basefee.lane} />],
            ["Cycles", <Count of={block.used.cycles} />],
            ["Cells", <Count of={block.used.cells} />],
            ["Burned", <Cby of={BigInt(block.burned.cycle) + BigInt(block.burned.cell) + BigInt(block.burned.lane)} />],
            ["Tips", <Cby of={block.tips} />],
            ["Timers live, waiting", `${grouped(block.live)}, ${grouped(block.due_waiting)}`],
          ]}
        />
      </Panel>
      {block.dev && block.dev.length > 0 && (
        <Panel title="Changes of the dev chain">
          <ul>
            {block.dev.map((change, i) => (
              <li key={i}>
                <code class="wrap">{JSON.stringify(change).slice(0, 2_000)}</code>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Transactions">
        <Table
          label="Transactions"
          rows={block.receipts ?? []}
          none="No transaction is in this block."
          keyOf={(row) => row.tx}
          columns={[
            { head: "#", cell: (row) => row.tx, number: true },
            { head: "Transaction", cell: (row) => <TxLink hash={row.hash} /> },
            { head: "Ended", cell: (row) => <Tag of={row.status} more={row.error ?? row.reason} /> },
            { head: "Cycles", cell: (row) => <Count of={row.cycles} />, number: true },
            { head: "Cells", cell: (row) => <Count of={row.cells} />, number: true },
            { head: "Fee", cell: (row) => <Cby of={row.fee} />, number: true },
          ]}
        />
      </Panel>
      <Panel title="Fires">
        <Lane block={block} config={config} />
      </Panel>
      <Panel title="Scheduled">
        <Table
          label="Scheduled"
          rows={block.scheduled ?? []}
          none="Nothing was scheduled in this block."
          columns={[
            { head: "What", cell: (row) => <Tag of={row.kind} /> },
            { head: "Id", cell: (row) => (row.kind === "operation" ? <OperationLink id={row.id} /> : <TimerLink id={row.id} />) },
            { head: "By", cell: (row) => <CauseOf cause={row.cause ?? null} block={block} /> },
          ]}
        />
      </Panel>
      <Panel title="Exits">
        <Table
          label="Exits"
          rows={block.exits ?? []}
          none="Nothing ended in this block."
          columns={[
            { head: "Timer", cell: (row) => <TimerLink id={row.id} /> },
            { head: "Exit", cell: (row) => <Tag of={row.exit} /> },
            { head: "By", cell: (row) => <CauseOf cause={row.cause ?? null} block={block} /> },
          ]}
        />
      </Panel>
      <Panel title="Events">
        <Events rows={(block.events ?? []).map((row): EventRow => ({ height: block.height, ...row }))} />
      </Panel>
    </>
  );
}

/** What caused a row: a transaction, a fire, or the block itself. */
export function CauseOf({ cause, block }: { cause: { tx?: string | number; seq?: number } | null; block?: Block }) {
  if (!cause) return <span class="quiet">the block</span>;
  if (cause.seq !== undefined) {
    const fire = block?.fired?.find((one) => one.seq === cause.seq);
    return <>fire {grouped(cause.seq)} {fire?.id && (fire.kind === "timestamp" ? <OperationLink id={fire.id} /> : <TimerLink id={fire.id} />)}</>;
  }
  if (typeof cause.tx === "string") return <TxLink hash={cause.tx} />;
  const hash = block?.txs[Number(cause.tx)];
  return hash ? <TxLink hash={hash} /> : <>transaction {String(cause.tx)}</>;
}


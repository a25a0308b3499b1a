// A transaction: what it asked for, what became of it, and what it caused.
import type { ComponentChildren } from "preact";
import { grouped, visible } from "../format";
import { Address, BlockLink, Bytes, Cby, Count, Facts, Failure, Fee, Loading, OperationLink, Panel, Table, Tag, TimerLink, Title, TxLink } from "../parts";
import type { EventRow, Transaction } from "../types";
import { useGet } from "../use";
import { Events } from "./events";

export function kindOf(tx: Transaction): string {
  const kinds = ["call", "transfer", "deploy", "remove_actor", "schedule_at", "drop", "transfer_control", "system"] as const;
  return kinds.find((kind) => tx[kind] !== undefined && tx[kind] !== false) ?? "unknown";
}

export function Summary({ tx }: { tx: Transaction }) {
  if (tx.call) return <><Tag of="call" /> <code>{tx.call.handler}</code> of <Address of={tx.call.actor} /></>;
  if (tx.transfer) return <><Tag of="transfer" /> <Cby of={tx.transfer.amount} /> to <Address of={tx.transfer.to} /></>;
  if (tx.deploy) return <><Tag of="deploy" /> {tx.receipt?.address && <Address of={tx.receipt.address} />}</>;
  if (tx.remove_actor) return <><Tag of="remove_actor" /> <Address of={tx.remove_actor} /></>;
  if (tx.drop) return <><Tag of="drop" /> <OperationLink id={tx.drop} /></>;
  return <Tag of={kindOf(tx)} />;
}

export function TransactionView({ hash }: { hash: string }) {
  const { data: tx, error } = useGet<Transaction>(`/v1/transactions/${encodeURIComponent(hash)}`);
  return (
    <>
      <Title text={`Transaction ${hash.slice(0, 10)}…`} />
      {error && !tx && <Failure error={error} />}
      {!tx && !error && <Loading />}
      {tx && <Body tx={tx} />}
    </>
  );
}

function Body({ tx }: { tx: Transaction }) {
  const extra: [string, ComponentChildren][] = [];
  if (tx.call) extra.push(["Payload", <Bytes hex={tx.call.payload ?? tx.payload} />]);
  else if (tx.payload) extra.push(["Payload", <Bytes hex={tx.payload} />]);
  if (tx.salt) extra.push(["Salt", <Bytes hex={tx.salt} />]);
  if (tx.schedule_at) for (const [name, value] of Object.entries(tx.schedule_at)) extra.push([name.replace(/_/g, " "), <code class="wrap">{visible(String(value))}</code>]);
  if (tx.system) extra.push(["Change", <code class="wrap">{JSON.stringify(tx.system)}</code>]);
  return (
    <>
      <Panel title="Transaction">
        <Facts
          rows={[
            ["Status", <Tag of={tx.status} more={tx.waits_for ? `waits for ${tx.waits_for}` : tx.reason} />],
            ["Hash", <TxLink hash={tx.hash} />],
            ["What", <Summary tx={tx} />],
            ["From", <><Address of={tx.from} /> {tx.impersonated && <Tag of="impersonated" />}</>],
            ["Nonce", grouped(tx.nonce)],
            tx.height !== undefined && ["Block", <><BlockLink height={tx.height} /> <span class="quiet">place {tx.index}</span></>],
            tx.receipt && ["Ended", <Tag of={tx.receipt.status} more={tx.receipt.error ?? tx.receipt.reason} />],
            tx.receipt && ["Fee", <Cby of={tx.receipt.fee} />],
            tx.receipt && ["Cycles", <>{grouped(tx.receipt.cycles)} <span class="quiet">of {grouped(tx.cycles_limit)}</span></>],
            tx.receipt && ["Cells", <>{grouped(tx.receipt.cells)} <span class="quiet">of {grouped(tx.cells_limit)}</span></>],
            !tx.receipt && ["Limits", `${grouped(tx.cycles_limit)} cycles, ${grouped(tx.cells_limit)} cells`],
            ["Caps per cycle, per cell", <><Fee of={tx.max_fee_per_cycle} />, <Fee of={tx.max_fee_per_cell} /></>],
            ["Tips per cycle, per cell", <><Fee of={tx.tip_per_cycle} />, <Fee of={tx.tip_per_cell} /></>],
            tx.valid_until !== null && ["Valid until", <Count of={tx.valid_until} />],
            ...extra,
          ]}
        />
      </Panel>
      {tx.deploy?.python && (
        <Panel title="Source">
          <pre class="source">{visible(tx.deploy.python)}</pre>
        </Panel>
      )}
      {tx.status === "included" && (
        <>
          <Panel title="What it scheduled">
            <Table label="What it scheduled" rows={tx.scheduled ?? []} none="It scheduled nothing." columns={[
              { head: "What", cell: (row) => <Tag of={row.kind} /> },
              { head: "Id", cell: (row) => (row.kind === "operation" ? <OperationLink id={row.id} /> : <TimerLink id={row.id} />) },
            ]} />
          </Panel>
          <Panel title="What it ended">
            <Table label="What it ended" rows={tx.exits ?? []} none="It ended nothing." columns={[
              { head: "Timer", cell: (row) => <TimerLink id={row.id} /> },
              { head: "Exit", cell: (row) => <Tag of={row.exit} /> },
            ]} />
          </Panel>
          <Panel title="Events">
            <Events rows={(tx.events ?? []).map((row): EventRow => ({ height: tx.height, ...row }))} />
          </Panel>
        </>
      )}
    </>
  );
}

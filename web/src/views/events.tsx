// Events: of actors their topic and data, of the chain their fields.
import { visible } from "../format";
import { Address, BlockLink, Bytes, Cby, Table, Tag, TimerLink } from "../parts";
import type { EventRow } from "../types";

const isAddress = (value: unknown): value is string => typeof value === "string" && /^0x[0-9a-f]{40}$/.test(value);
const isId = (value: unknown): value is string => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value);

const AMOUNTS = ["required", "available"]; // the fields of the chain's events that are money

function Field({ name, value }: { name: string; value: unknown }) {
  const shown = AMOUNTS.includes(name) ? <Cby of={String(value)} /> : isAddress(value) ? <Address of={value} /> : isId(value) && name.includes("timer") ? <TimerLink id={value} /> : typeof value === "object" ? <code class="wrap">{JSON.stringify(value).slice(0, 400)}</code> : visible(String(value));
  return (
    <span class="spaced">
      <span class="quiet">{name.replace(/_/g, " ")}</span> {shown}
    </span>
  );
}

export function Events({ rows }: { rows: EventRow[] }) {
  return (
    <Table
      label="Events"
      rows={rows}
      none="No events."
      columns={[
        { head: "Block", cell: (row) => (row.height === undefined ? "" : <BlockLink height={row.height} />), number: true },
        { head: "Event", cell: (row) => (row.name === "actor" ? <b>{visible(String(row.topic))}</b> : <Tag of={row.name} />) },
        { head: "From", cell: (row) => (isAddress(row.actor) ? <Address of={row.actor} /> : <span class="quiet">the chain</span>) },
        {
          head: "Data",
          cell: (row) =>
            row.name === "actor" ? <Bytes hex={String(row.data)} /> : Object.entries(row).filter(([name]) => !["name", "cause", "height", "index", "actor"].includes(name)).map(([name, value]) => <Field key={name} name={name} value={value} />),
        },
      ]}
    />
  );
}

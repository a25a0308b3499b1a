// Small parts of all views: links, amounts, copy buttons, tables, panels.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, Unreachable } from "./api";
import { cby, cbyExact, grouped, isoTime, readable, shortHex, time, visible } from "./format";
import { useNames } from "./names";
import { to } from "./router";
import type { Amount, Num } from "./types";

export function Copy({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      setSaid("not allowed");
    }
    setTimeout(() => setSaid(""), 1_500);
  };
  return (
    <button type="button" class="copy" onClick={copy} aria-label={said ? `${what} ${said}` : `Copy ${what}`} title={`Copy ${what}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={said === "copied" ? "M2 8.5 6 12.5 14 3.5" : said ? "M3 3 13 13M13 3 3 13" : "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"} />
      </svg>
    </button>
  );
}

export function Hex({ hex, href, what, whole = false }: { hex: string; href?: string; what: string; whole?: boolean }) {
  const shown = whole ? hex : shortHex(hex);
  return (
    <span class="hex">
      {href ? (
        <a href={href} title={hex}>
          {shown}
        </a>
      ) : (
        <span title={hex}>{shown}</span>
      )}
      <Copy text={hex} what={what} />
    </span>
  );
}

export function Address({ of, whole = false }: { of: string; whole?: boolean }) {
  const name = useNames().get(of);
  return (
    <span class="address">
      {name && (
        <a class="name" href={to("address", of)} title={of}>
          {visible(name)}
        </a>
      )}
      <Hex hex={of} href={to("address", of)} what="address" whole={whole} />
    </span>
  );
}

export const BlockLink = ({ height }: { height: number }) => <a href={to("block", height)}>{grouped(height)}</a>;
export const TimerLink = ({ id, whole }: { id: string; whole?: boolean }) => <Hex hex={id} href={to("timer", id)} what="timer id" whole={whole} />;
export const TxLink = ({ hash, whole }: { hash: string; whole?: boolean }) => (
  <Hex hex={hash} href={to("tx", hash)} what="transaction hash" whole={whole} />
);
export const OperationLink = ({ id, whole }: { id: string; whole?: boolean }) => (
  <Hex hex={id} href={to("operation", id)} what="operation id" whole={whole} />
);

/** Of what fired: a timer or watch, an operation, or a message, which has no page. */
export function FiredLink({ kind, id }: { kind: string; id?: string }) {
  if (!id) return <span class="quiet">none</span>;
  return kind === "timestamp" ? <OperationLink id={id} /> : <TimerLink id={id} />;
}

export function Cby({ of }: { of: Amount | bigint }) {
  return (
    <span class="amount" title={`${cbyExact(of)} CBY = ${grouped(of)} units`}>
      {cby(of)} <small>CBY</small>
    </span>
  );
}
/** A fee for one cycle or cell, in base units: a CBY has 10^9 of them. */
export function Fee({ of }: { of: Amount }) {
  return (
    <span class="amount" title={`${cbyExact(of)} CBY`}>
      {grouped(of)} <small>units</small>
    </span>
  );
}
export const Count = ({ of }: { of: Num }) => <span class="number">{grouped(of)}</span>;
export const Time = ({ ms }: { ms: Num }) => (
  <time dateTime={isoTime(ms)} title={isoTime(ms)}>
    {time(ms)}
  </time>
);

const GOOD = new Set(["ok", "fired", "executed", "included", "pending", "next", "scheduled"]);
const BAD = new Set(["insufficient_funds", "dead", "payer_short", "dropped", "invalid", "block_full"]);
const SLOW = new Set([
  "waiting", "queued", "expired", "parked", "will_expire", "behind", "intake_backlog", "below_lane_basefee", "paused", "no_blocks",
  "cancelled", "governance", "blocked",
]);
export function Tag({ of, more }: { of: string; more?: string }) {
  const kind = GOOD.has(of) ? "good" : BAD.has(of) || /^(revert|out_of|no_)/.test(of) ? "bad" : SLOW.has(of) ? "slow" : "plain";
  return (
    <span class={`tag ${kind}`}>
      {of.replace(/_/g, " ")}
      {more ? `: ${visible(more)}` : ""}
    </span>
  );
}

/** Bytes: as text where all of it can be read, and as hex. */
export function Bytes({ hex }: { hex: string | undefined }) {
  if (!hex || hex === "0x") return <span class="quiet">empty</span>;
  const text = readable(hex);
  return (
    <span class="bytes">
      {text !== null ? <q>{text}</q> : <code>{hex.length > 200 ? hex.slice(0, 200) + "…" : hex}</code>}
      <Copy text={hex} what="bytes" />
    </span>
  );
}

export function Panel({ title, children, more, id }: { title: string; children: ComponentChildren; more?: ComponentChildren; id?: string }) {
  return (
    <section class="panel" aria-label={title} id={id}>
      <header>
        <h2>{title}</h2>
        {more && <div class="more">{more}</div>}
      </header>
      {children}
    </section>
  );
}

let isFirstView = true; // the browser begins at the top by itself
export function Title({ children, text }: { children?: ComponentChildren; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · lariat`;
    if (!isFirstView) heading.current?.focus({ preventScroll: true });
    isFirstView = false;
  }, [text]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children ?? text}
    </h1>
  );
}

export function Facts({ rows }: { rows: ([string, ComponentChildren] | false | null | undefined)[] }) {
  return (
    <dl class="facts">
      {rows.filter((row): row is [string, ComponentChildren] => !!row).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Column<T> {
  head: string;
  cell: (row: T, index: number) => ComponentChildren;
  number?: boolean;
}

const ROWS = 100; // a table of thousands of rows would stop the page for seconds

/** The rows, a hundred at a time. */
export function Table<T>({ rows, columns, none, label, keyOf }: {
  rows: T[]; columns: Column<T>[]; none: string; label: string; keyOf?: (row: T, index: number) => string | number;
}) {
  const [wanted, setWanted] = useState(0);
  if (rows.length === 0) return <p class="none">{none}</p>;
  const last = Math.ceil(rows.length / ROWS) - 1;
  const page = Math.min(wanted, last);
  const begin = page * ROWS;
  const shown = rows.slice(begin, begin + ROWS);
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map(({ head, number }) => (
                <th key={head} scope="col" class={number ? "number" : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={keyOf ? keyOf(row, begin + index) : begin + index}>
                {columns.map(({ head, cell, number }) => (
                  <td key={head} class={number ? "number" : head === "Why" ? "wide" : head === "What" || head === "Timer" ? "narrow" : undefined}>
                    {cell(row, begin + index)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last > 0 && (
        <div class="pages" role="group" aria-label={`Pages of ${label}`}>
          <button type="button" class="small" disabled={page === 0} onClick={() => setWanted(page - 1)}>
            ← Previous
          </button>
          <span role="status">
            {grouped(begin + 1)} to {grouped(begin + shown.length)} of {grouped(rows.length)}
          </span>
          <button type="button" class="small" disabled={page === last} onClick={() => setWanted(page + 1)}>
            Next →
          </button>
        </div>
      )}
    </>
  );
}

export function Failure({ error }: { error: Error }) {
  if (error instanceof Unreachable) return <p class="none">The node does not answer. The page tries again by itself.</p>;
  return (
    <p class="failure" role="alert">
      {visible(error.message)} {error instanceof Problem && <code>{error.code}</code>}
    </p>
  );
}
export const Loading = () => <p class="none loading">Loading…</p>;

/** A share as a bar; the number stands beside it, so the bar is for the eye alone. */
export function Bar({ share, kind }: { share: number; kind?: string }) {
  return (
    <span class={`bar ${kind ?? (share > 100 ? "over" : share >= 80 ? "full" : "")}`} aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(share > 0 ? 1 : 0, share))}%` }} />
    </span>
  );
}

export function download(name: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A cell that a spreadsheet takes for a formula gets an apostrophe before it. */
export function csv(head: string[], rows: (string | number | null)[][]): string {
  const cell = (value: string | number | null) => {
    let text = value === null ? "" : String(value);
    if (typeof value === "string" && /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text)) text = "'" + text;
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  return [head, ...rows].map((row) => row.map(cell).join(",") + "\r\n").join("");
}

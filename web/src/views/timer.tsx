// A timer or watch: its whole life on one line, why it waits, and what it caused. Operations likewise.
import type { ComponentChildren } from "preact";
import { path } from "../api";
import { grouped, readable, visible } from "../format";
import { useLive } from "../live";
import { Address, BlockLink, Bytes, Cby, Count, Facts, Failure, Fee, Hex, Loading, OperationLink, Panel, Table, Tag, Time, TimerLink, Title } from "../parts";
import type { Block, Cause, Config, Fire, Operation, Page, Timer } from "../types";
import { useGet, useGetAll } from "../use";
import { inWords } from "../why";
import { CauseOf } from "./block";
import { FireNow } from "./dev";
import { Events } from "./events";
import { Traceback } from "./traceback";

const EFFECTS_OF = 8;

interface Step {
  name: string;
  at: ComponentChildren;
  kind: "done" | "now" | "coming" | "bad";
}

function Life({ steps }: { steps: Step[] }) {
  return (
    <ol class="life" aria-label="Its life">
      {steps.map((step, i) => (
        <li key={i} class={step.kind}>
          <span class="dot" aria-hidden="true" />
          <b>{step.name}</b>
          <span>{step.at}</span>
        </li>
      ))}
    </ol>
  );
}

export function TimerView({ id }: { id: string }) {
  const { status } = useLive();
  const { data, error } = useGetAll<[Timer, Page<Fire>]>([`/v1/timers/${encodeURIComponent(id)}`, path("/v1/fires", { timer: id, limit: 100 })]);
  const timer = data?.[0];
  return (
    <>
      <Title text={`${timer?.kind === "watch" ? "Watch" : "Timer"} ${id.slice(0, 10)}…`} />
      {error && !timer && <Failure error={error} />}
      {!timer && !error && <Loading />}
      {timer && <Body timer={timer} fires={data![1].items} dev={status?.dev ?? false} />}
    </>
  );
}

function Body({ timer, fires, dev }: { timer: Timer; fires: Fire[]; dev: boolean }) {
  const gone = timer.state === "gone";
  const config = useGet<Config>("/v1/config").data;
  const shownFires = [...fires].reverse();
  const steps: Step[] = [{ name: "set", at: <BlockLink height={timer.schedule_block} />, kind: "done" }];
  if (timer.height !== null) steps.push({ name: "due", at: <Count of={timer.height} />, kind: fires.length || gone || timer.state !== "pending" ? "done" : "coming" });
  for (const fire of shownFires.slice(-6)) steps.push({ name: fire.status === "ok" ? "fired" : `fired: ${fire.status.replace(/_/g, " ")}`, at: <BlockLink height={fire.height} />, kind: fire.status === "ok" ? "done" : "bad" });
  if (!gone) steps.push({ name: timer.state, at: "now", kind: timer.state === "dead" ? "bad" : "now" });
  const ended = timer.exit === "fired" && fires.some((fire) => fire.height === timer.exit_height); // the fire says it
  if (gone && !ended) steps.push({ name: (timer.exit ?? "gone").replace(/_/g, " "), at: timer.exit_height !== null ? <BlockLink height={timer.exit_height} /> : "", kind: timer.exit === "fired" || timer.exit === "executed" ? "done" : "bad" });
  if (!gone) steps.push({ name: "expires", at: <Count of={timer.expires_at} />, kind: "coming" });
  return (
    <>
      <Panel title="Life" more={dev && !gone ? <FireNow timer={timer.id} /> : undefined}>
        <Life steps={steps} />
        {timer.why && (
          <p class="why">
            <Tag of={timer.why.reason} /> {inWords(timer.why)}
          </p>
        )}
      </Panel>
      <Panel title={timer.kind === "watch" ? "Watch" : "Timer"}>
        <Facts
          rows={[
            ["Id", <TimerLink id={timer.id} />],
            ["State", <Tag of={timer.state} more={timer.exit ?? undefined} />],
            ["Target", <Address of={timer.target} />],
            ["Handler", <code>{timer.handler}</code>],
            ["Owner", <Address of={timer.owner} />],
            ["Payer", <Address of={timer.fee_payer} />],
            ["Set by", <SetBy cause={timer.cause} height={timer.schedule_block} />],
            timer.height !== null && ["Due at height", <Count of={timer.height} />],
            ["Expires at height", <Count of={timer.expires_at} />],
            ["Gas limit", timer.gas_limit === null ? <>default <span class="quiet">({grouped(config?.config.max_cycles_per_fire as number ?? 0)})</span></> : <Count of={timer.gas_limit} />],
            timer.max_fee_per_cycle !== null && ["Most per cycle", <Fee of={timer.max_fee_per_cycle} />],
            timer.max_priority_fee_per_cycle !== null && ["Priority per cycle", <Fee of={timer.max_priority_fee_per_cycle} />],
            timer.tier !== null && ["Tier", timer.tier],
            timer.bid !== "0" && ["Bid", <Cby of={timer.bid} />],
            timer.client_nonce !== null && ["Client nonce", <Count of={timer.client_nonce} />],
            timer.kind === "watch" && ["Fires so far", grouped(timer.fire_seq)],
            timer.payload !== undefined && ["Payload", <Bytes hex={timer.payload} />],
          ]}
        />
      </Panel>
      {timer.watch_keys && (
        <Panel title="Keys that it watches">
          <Table label="Watched keys" rows={timer.watch_keys} none="It watches nothing." columns={[
            { head: "Actor", cell: ([actor]) => <Address of={actor} /> },
            { head: "Keys that begin with", cell: ([, prefix]) => (prefix === "0x" ? <span class="quiet">all keys</span> : <Bytes hex={prefix} />) },
          ]} />
        </Panel>
      )}
      <Panel title="Fires">
        <Table
          label="Fires"
          rows={fires}
          none="It has not fired."
          keyOf={(fire) => fire.seq}
          columns={[
            { head: "Block", cell: (fire) => <BlockLink height={fire.height} />, number: true },
            { head: "Seq", cell: (fire) => <Count of={fire.seq} />, number: true },
            { head: "Ended", cell: (fire) => <Tag of={fire.status} more={fire.error} /> },
            { head: "Cycles", cell: (fire) => <Count of={fire.cycles} />, number: true },
            { head: "Paid", cell: (fire) => <Cby of={fire.charged} />, number: true },
            { head: "Tip", cell: (fire) => <Cby of={fire.tip} />, number: true },
            ...(timer.kind === "watch" ? [{ head: "Matched keys", cell: (fire: Fire) => <Keys keys={fire.keys ?? []} /> }] : []),
          ]}
        />
        {fires.some((fire) => fire.status !== "ok") && <Traceback actor={timer.target} handler={timer.handler} payload={timer.payload ?? "0x"} />}
      </Panel>
      <Caused fires={fires.slice(0, EFFECTS_OF)} />
    </>
  );
}

function Keys({ keys }: { keys: string[] }) {
  return (
    <>
      {keys.filter((key) => key !== "0x").slice(0, 8).map((key) => (
        <span key={key} class="spaced">{key.length > 42 && readable("0x" + key.slice(42)) ? <><Address of={key.slice(0, 42)} /> <q>{readable("0x" + key.slice(42))}</q></> : <Bytes hex={key} />}</span>
      ))}
      {(keys.length > 8 || keys.includes("0x")) && <span class="quiet">and more</span>}
    </>
  );
}

/** A fire as a cause is known by its number; its block says which timer that was. */
function SetBy({ cause, height }: { cause: Cause | null; height: number }) {
  const block = useGet<Block>(cause?.seq !== undefined ? `/v1/blocks/${height}?full=true` : null, true).data;
  return cause ? <CauseOf cause={cause} block={block ?? undefined} /> : <span class="quiet">not known</span>;
}

function Caused({ fires }: { fires: Fire[] }) {
  const heights = [...new Set(fires.map((fire) => fire.height))];
  const { data } = useGetAll<Block[]>(heights.map((height) => `/v1/blocks/${height}?full=true`), true);
  const blocks = data ?? [];
  const seqs = new Set(fires.map((fire) => fire.seq));
  const mine = (row: { cause?: Cause | null }) => row.cause?.seq !== undefined && seqs.has(row.cause.seq);
  const scheduled = blocks.flatMap((block) => (block.scheduled ?? []).filter(mine).map((row) => ({ ...row, height: block.height })));
  const messages = blocks.flatMap((block) => (block.fired ?? []).filter(mine));
  const events = blocks.flatMap((block) => (block.events ?? []).filter(mine).map((row) => ({ ...row, height: block.height })));
  if (fires.length === 0) return null;
  return (
    <Panel title="What it caused">
      <Table
        label="What it scheduled"
        rows={scheduled}
        none="Its fires scheduled nothing."
        columns={[
          { head: "Block", cell: (row) => <BlockLink height={row.height} />, number: true },
          { head: "Scheduled", cell: (row) => <Tag of={row.kind} /> },
          { head: "Id", cell: (row) => (row.kind === "operation" ? <OperationLink id={row.id} /> : <TimerLink id={row.id} />) },
        ]}
      />
      {messages.length > 0 && (
        <Table label="Messages" rows={messages} none="" columns={[
          { head: "Block", cell: (fire) => <BlockLink height={fire.height} />, number: true },
          { head: "Message to", cell: (fire) => <Address of={fire.actor} /> },
          { head: "Handler", cell: (fire) => <code>{fire.handler}</code> },
          { head: "Ended", cell: (fire) => <Tag of={fire.status} more={fire.error} /> },
        ]} />
      )}
      {events.length > 0 && <Events rows={events} />}
    </Panel>
  );
}

export function OperationView({ id }: { id: string }) {
  const { data, error } = useGetAll<[Operation, Page<Fire>]>([`/v1/operations/${encodeURIComponent(id)}`, path("/v1/fires", { timer: id, limit: 20 })]);
  const one = data?.[0];
  const gone = one?.state === "gone";
  return (
    <>
      <Title text={`Operation ${id.slice(0, 10)}…`} />
      {error && !one && <Failure error={error} />}
      {!one && !error && <Loading />}
      {one && (
        <>
          <Panel title="Life">
            <Life
              steps={[
                { name: "scheduled", at: one.cause ? <CauseOf cause={one.cause} /> : "", kind: "done" },
                { name: "due", at: <Time ms={one.timestamp_ms} />, kind: gone ? "done" : "coming" },
                ...(gone ? [{ name: visible(one.exit ?? "gone").replace(/_/g, " "), at: one.exit_height !== null ? <BlockLink height={one.exit_height} /> : "", kind: (one.exit === "executed" ? "done" : "bad") as "done" | "bad" }] : []),
              ]}
            />
          </Panel>
          <Panel title="Operation">
            <Facts
              rows={[
                ["Id", <Hex hex={one.id} what="operation id" />],
                ["State", <Tag of={one.state} more={one.exit ?? undefined} />],
                ["Account", <Address of={one.account} />],
                ["Target", <Address of={one.target} />],
                ["Handler", <code>{one.handler}</code>],
                ["Gas limit", <Count of={one.gas_limit} />],
                ["Deposit", <Cby of={one.deposit} />],
                one.payload !== undefined && ["Payload", <Bytes hex={one.payload} />],
              ]}
            />
          </Panel>
          <Caused fires={data![1].items} />
        </>
      )}
    </>
  );
}

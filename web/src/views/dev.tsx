// Verbs of dev chains: blocks, time, snapshots, money, and a form that calls any handler as any sender.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { get, path, post, setToken } from "../api";
import { grouped, plural, visible } from "../format";
import { live, refreshStatus, useLive } from "../live";
import { devAccounts, useNames } from "../names";
import { Address, Bytes, Cby, Copy, Failure, Loading, OperationLink, Panel, Table, Tag, TimerLink, Title, TxLink } from "../parts";
import type { Account, Config, Transaction } from "../types";
import { useGet, useGetAll } from "../use";
import { Trace, type Simulation } from "./traceback";

type Said = { good: ComponentChildren } | { bad: Error } | null;

/** One action at a time; its outcome is said beside its button. */
function useAction() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>(null);
  const run = async (action: () => Promise<ComponentChildren>) => {
    setBusy(true);
    setSaid(null);
    try {
      setSaid({ good: await action() });
    } catch (problem) {
      setSaid({ bad: problem as Error });
    }
    setBusy(false);
    refreshStatus();
  };
  return { busy, said, run };
}

function Outcome({ said }: { said: Said }) {
  return (
    <span class="outcome" role="status">
      {said && ("good" in said ? said.good : <Failure error={said.bad} />)}
    </span>
  );
}

interface Mined {
  mined: number;
  reached: boolean;
  height: number;
}
const mine = async (order: object) => {
  const done = await post<Mined>("/v1/dev/mine", order);
  return (
    <>
      {plural(done.mined, "block")} made, now at {grouped(done.height)}
      {done.reached ? "" : "; not reached"}
    </>
  );
};

/** A change of a dev chain waits for the next block; with blocks made by hand it would seem as if nothing happened. */
async function withBlock(change: Promise<{ height: number }>): Promise<number> {
  const { height } = await change;
  if (live.status?.mining.mode === "manual") await post("/v1/dev/mine", { blocks: 1 });
  return height;
}

/** In the head of every page. */
export function DevBar() {
  const { status } = useLive();
  const config = useGet<Config>(status?.dev ? "/v1/config" : null).data;
  const { busy, said, run } = useAction();
  if (!status?.dev) return null;
  const paused = config?.config.timers_paused === true;
  return (
    <div class="devbar" role="group" aria-label="Dev chain">
      <b>dev chain</b>
      <button type="button" class="small" disabled={busy} onClick={() => run(() => mine({ blocks: 1 }))}>
        Mine
      </button>
      <button type="button" class="small" disabled={busy} onClick={() => run(() => mine({ blocks: 10 }))}>
        Mine 10
      </button>
      <button type="button" class="small" disabled={busy} onClick={() => run(async () => <>{paused ? "timers go on" : "timers are paused"} from block {grouped(await withBlock(post(paused ? "/v1/dev/resume" : "/v1/dev/pause", {})))}</>)}>
        {paused ? "Resume timers" : "Pause timers"}
      </button>
      <a href="#/dev">more…</a>
      <Outcome said={said} />
    </div>
  );
}

export function FireNow({ timer }: { timer: string }) {
  const { busy, said, run } = useAction();
  return (
    <span>
      <button type="button" class="small" disabled={busy} onClick={() => run(async () => <>it is due in block {grouped(await withBlock(post("/v1/dev/fire", { timer })))}</>)}>
        Fire now
      </button>{" "}
      <button type="button" class="small" disabled={busy} onClick={() => run(() => mine({ until_timer: timer }))}>
        Mine until it fires
      </button>
      <Outcome said={said} />
    </span>
  );
}

/** Base units of an amount in CBY, or null. */
export function unitsOf(text: string): string | null {
  const match = /^(\d{1,20})(?:\.(\d{1,9}))?$/.exec(text.trim());
  return match ? (BigInt(match[1]) * 1_000_000_000n + BigInt((match[2] ?? "").padEnd(9, "0") || "0")).toString() : null;
}

export function Fund({ address }: { address: string }) {
  const [amount, setAmount] = useState("1");
  const { busy, said, run } = useAction();
  const units = unitsOf(amount);
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (units) void run(async () => <>in block {grouped(await withBlock(post("/v1/dev/set", { fund: { [address]: units } })))}</>);
      }}
    >
      <label>
        Add <input size={6} inputMode="decimal" value={amount} aria-invalid={units === null} onInput={(event) => setAmount(event.currentTarget.value)} /> CBY
      </label>
      <button type="submit" class="small" disabled={busy || units === null}>
        Fund
      </button>
      <Outcome said={said} />
    </form>
  );
}

function isAddress(text: string) {
  return /^0x[0-9a-f]{40}$/.test(text);
}

export function CallForm({ actor, handlers }: { actor?: string; handlers?: string[] }) {
  useNames();
  const [to_, setTo] = useState("");
  const target = actor ?? to_.trim().toLowerCase();
  const found = useGet<{ handlers: string[] }>(!actor && isAddress(target) ? `/v1/actors/${target}` : null).data;
  const all = (handlers ?? found?.handlers ?? []).filter((name) => !name.startsWith("_"));
  const [chosen, setHandler] = useState("");
  const handler = chosen || (all.find((name) => name !== "deploy") ?? all[0] ?? "");
  const [from, setFrom] = useState("");
  const sender = (from || devAccounts[0] || "").trim().toLowerCase();
  const [payload, setPayload] = useState("");
  const [cycles, setCycles] = useState("");
  const { busy, said, run } = useAction();
  const [dry, setDry] = useState<Simulation | null>(null);
  const ready = isAddress(target) && isAddress(sender) && handler !== "";
  const tx = () => ({
    from: sender,
    call: { actor: target, handler, ...(payload ? { payload } : {}) },
    ...(cycles ? { cycles_limit: Number(cycles) } : {}),
  });
  const send = () =>
    run(async () => {
      setDry(null);
      const manual = live.status?.mining.mode === "manual";
      let sent = await post<Transaction>(path("/v1/dev/send", { wait: manual ? undefined : 5000 }), { tx: tx() });
      if (manual) {
        await post("/v1/dev/mine", { blocks: 1 });
        sent = await get<Transaction>(`/v1/transactions/${sent.hash}`);
      }
      return (
        <>
          <Tag of={sent.receipt?.status ?? sent.status} more={sent.receipt?.error} /> <TxLink hash={sent.hash} />
        </>
      );
    });
  const attempt = () =>
    run(async () => {
      setDry(null);
      const answer = await post<Simulation>("/v1/simulate", { tx: tx() });
      setDry(answer);
      return "";
    });
  return (
    <Panel title="Call a handler">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void send();
        }}
      >
        {!actor && (
          <label>
            Actor <input value={to_} placeholder="0x…" onInput={(event) => setTo(event.currentTarget.value)} />
          </label>
        )}
        <label>
          Handler{" "}
          {all.length ? (
            <select value={handler} onChange={(event) => setHandler(event.currentTarget.value)}>
              {all.map((name) => (
                <option key={name} value={name}>
                  {visible(name)}
                </option>
              ))}
            </select>
          ) : (
            <input value={chosen} onInput={(event) => setHandler(event.currentTarget.value)} />
          )}
        </label>
        <label>
          Sender, not signed
          <input list="senders" value={from} placeholder={devAccounts[0] ?? "0x…"} aria-invalid={!isAddress(sender)} onInput={(event) => setFrom(event.currentTarget.value)} />
          <datalist id="senders">
            {devAccounts.map((address, i) => (
              <option key={address} value={address}>{`dev:${i}`}</option>
            ))}
            {actor && <option value={actor}>the actor itself</option>}
          </datalist>
        </label>
        <label>
          Payload, text or 0x bytes
          <input value={payload} onInput={(event) => setPayload(event.currentTarget.value)} />
        </label>
        <label>
          Cycles limit
          <input value={cycles} inputMode="numeric" placeholder="the highest that it can pay" onInput={(event) => setCycles(event.currentTarget.value.replace(/\D/g, ""))} />
        </label>
        <div class="buttons">
          <button type="button" disabled={!ready || busy} onClick={attempt}>
            Try
          </button>
          <button type="submit" class="main" disabled={!ready || busy}>
            Send
          </button>
          <Outcome said={said} />
        </div>
      </form>
      {dry && (
        <div class="again" role="status">
          <p>
            It would end with <Tag of={dry.receipt.status} more={dry.receipt.error} /> after {grouped(dry.receipt.cycles)} cycles and {grouped(dry.receipt.cells)} cells, for <Cby of={dry.receipt.fee} />. Returned: <Bytes hex={dry.receipt.returned} />
          </p>
          <Trace of={dry.receipt} />
          {dry.receipt.scheduled.length > 0 && <p>It would schedule {dry.receipt.scheduled.map((row) => <span key={row.id} class="spaced">{row.kind === "operation" ? <OperationLink id={row.id} /> : <TimerLink id={row.id} />}</span>)}</p>}
        </div>
      )}
    </Panel>
  );
}

const snapshots: { id: string; height: number; made: string }[] = [];

export function DevView() {
  const { status } = useLive();
  if (!status) return <Loading />;
  return (
    <>
      <Title text="Dev chain" />
      {status.dev ? <DevPanels /> : <p class="none">This chain is no dev chain: it has no verbs.</p>}
    </>
  );
}

function Verb({ label, button, field, valid, run }: { label: string; button: string; field?: ComponentChildren; valid?: boolean; run: () => Promise<ComponentChildren> }) {
  const action = useAction();
  return (
    <form
      class="inline verb"
      onSubmit={(event) => {
        event.preventDefault();
        if (valid !== false) void action.run(run);
      }}
    >
      {field ? <label>{label} {field}</label> : <span>{label}</span>}
      <button type="submit" disabled={action.busy || valid === false}>
        {button}
      </button>
      <Outcome said={action.said} />
    </form>
  );
}

function DevPanels() {
  const { status } = useLive();
  const [, again] = useState(0);
  const [blocks, setBlocks] = useState("1");
  const [height, setHeight] = useState("");
  const [timer, setTimer] = useState("");
  const [seconds, setSeconds] = useState("3600");
  const [key, setKey] = useState("");
  const number = (value: string, set: (text: string) => void) => <input size={9} inputMode="numeric" value={value} onInput={(event) => set(event.currentTarget.value.replace(/\D/g, ""))} />;
  const mode = status!.mining.mode;
  return (
    <>
      <Panel title="Blocks and time">
        <Verb label="Make blocks:" button="Mine" valid={Number(blocks) > 0} field={number(blocks, setBlocks)} run={() => mine({ blocks: Number(blocks) })} />
        <Verb label="Until height" button="Mine until" valid={height !== ""} field={number(height, setHeight)} run={() => mine({ until_height: Number(height) })} />
        <Verb label="Until the timer fires or ends" button="Mine until" valid={/^0x[0-9a-f]{64}$/.test(timer)} field={<input size={20} placeholder="0x…" value={timer} onInput={(event) => setTimer(event.currentTarget.value.trim())} />} run={() => mine({ until_timer: timer })} />
        <Verb label="Move the clock by seconds:" button="Warp" valid={Number(seconds) > 0} field={number(seconds, setSeconds)} run={async () => {
          const { clock_ms } = await post<{ clock_ms: number }>("/v1/dev/time", { advance_ms: Number(seconds) * 1000 });
          return <>the next block has {new Date(clock_ms).toLocaleString()}</>;
        }} />
        <Mode now={mode} />
      </Panel>
      <Panel title="Snapshots">
        <Verb label="Remember the chain as it is." button="Snapshot" run={async () => {
          const taken = await post<{ id: string; height: number }>("/v1/dev/snapshot", {});
          snapshots.push({ ...taken, made: new Date().toLocaleTimeString() });
          again((n) => n + 1);
          return <>taken at height {grouped(taken.height)}</>;
        }} />
        <Table label="Snapshots" rows={snapshots} none="This page has taken no snapshot." keyOf={(one) => one.id} columns={[
          { head: "Height", cell: (one) => grouped(one.height), number: true },
          { head: "Taken", cell: (one) => one.made },
          { head: "Id", cell: (one) => <><code>{one.id}</code><Copy text={one.id} what="snapshot id" /></> },
          { head: "Go back", cell: (one, i) => <Verb label="" button="Revert" run={async () => {
            const back = await post<{ height: number }>("/v1/dev/revert", { id: one.id });
            snapshots.length = i + 1;
            return <>at height {grouped(back.height)}</>;
          }} /> },
        ]} />
        <Verb label="Go back to genesis. Snapshots and pool go." button="Reset" run={async () => {
          if (!confirm("Go back to genesis? Everything on this chain goes.")) return "nothing was done";
          await post("/v1/dev/reset", {});
          snapshots.length = 0;
          return "at genesis";
        }} />
      </Panel>
      <CallForm />
      <Accounts />
      <Panel title="Token">
        <p>A dev chain that listens beyond this machine wants its token for these verbs. The page forgets it when it is closed.</p>
        <form class="inline" onSubmit={(event) => { event.preventDefault(); setToken(key); setKey(""); }}>
          <label>Token <input type="password" autocomplete="off" value={key} onInput={(event) => setKey(event.currentTarget.value)} /></label>
          <button type="submit">Use it</button>
        </form>
      </Panel>
    </>
  );
}

function Mode({ now }: { now: string }) {
  const [chosen, choose] = useState("");
  const mode = chosen || now;
  const field = (
    <select value={mode} onChange={(event) => choose(event.currentTarget.value)}>
      {["auto", "interval", "manual"].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
  return <Verb label="How blocks come:" button="Change" field={field} run={async () => <>now {(await post<{ mode: string }>("/v1/dev/mining", { mode })).mode}</>} />;
}

function Accounts() {
  useNames();
  const { data, error } = useGetAll<Account[]>(devAccounts.map((address) => `/v1/accounts/${address}`));
  return (
    <Panel title="Accounts">
      {error && <Failure error={error} />}
      <Table label="Accounts of the dev chain" rows={(data ?? []).filter(Boolean)} none="Loading…" keyOf={(one) => one.address} columns={[
        { head: "Account", cell: (one) => <Address of={one.address} /> },
        { head: "Balance", cell: (one) => <Cby of={one.balance} />, number: true },
        { head: "Nonce", cell: (one) => grouped(one.nonce), number: true },
        { head: "Fund", cell: (one) => <Fund address={one.address} /> },
      ]} />
    </Panel>
  );
}

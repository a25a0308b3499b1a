// An address: the account with its money, and if it is an actor its source, storage, timers, fires and forecast.
import { useMemo, useState } from "preact/hooks";
import { path } from "../api";
import { Chart } from "../chart";
import { big, grouped, plural, readable, shownWeight, visible, weight } from "../format";
import { useLive } from "../live";
import { useNames } from "../names";
import { Address, BlockLink, Bytes, Cby, Copy, Count, Facts, Failure, Hex, Loading, OperationLink, Panel, Table, Tag, Time, TimerLink, Title, TxLink } from "../parts";
import type { Account, Actor, Config, EventRow, Fairness, Fees, Fire, Operation, Page, StorageEntry, Timer, Transaction } from "../types";
import { useGet, useGetAll, type Got } from "../use";
import { inWords } from "../why";
import { CallForm, Fund } from "./dev";
import { Events } from "./events";
import { fireColumns } from "./now";
import { Traceback } from "./traceback";
import { Summary } from "./transaction";

export function AddressView({ address }: { address: string }) {
  const name = useNames().get(address);
  const { status } = useLive();
  const { data, error } = useGetAll<[Account, Fairness, Fees, Config]>([
    `/v1/accounts/${encodeURIComponent(address)}`,
    `/v1/fairness/${encodeURIComponent(address)}`,
    "/v1/fees",
    "/v1/config",
  ]);
  const money = useSpending(address);
  const account = data?.[0];
  const actor = useGetAll<[Actor, string]>(account?.actor ? [`/v1/actors/${address}`, `/v1/actors/${address}/code`] : []);
  // All at once, so that nothing on the page is pushed down by what comes later.
  const isThere = account && (money.data || money.error) && (!account.actor || actor.data?.length || actor.error);
  return (
    <>
      <Title text={`${account?.actor ? "Actor" : "Account"} ${name ?? address.slice(0, 10) + "…"}`}>
        {account?.actor ? "Actor" : "Account"} {name ? visible(name) : address.slice(0, 10) + "…"}
      </Title>
      {error && !data && <Failure error={error} />}
      {!isThere && !error && <Loading />}
      {isThere && (
        <>
          <Panel title="Account" more={status?.dev ? <Fund address={address} /> : undefined}>
            <Facts
              rows={[
                ["Address", <Hex hex={address} what="address" whole />],
                ["Balance", <Cby of={account.balance} />],
                account.locked !== "0" && ["Locked in deposits", <Cby of={account.locked} />],
                ["Nonce", <>{grouped(account.nonce)} {account.pending_nonce !== null && account.pending_nonce !== account.nonce && <span class="quiet">next {grouped(account.pending_nonce)}</span>}</>],
                !account.known && ["Seen", "never: no block has named this address"],
                ["Fires in the window", <>{grouped(data[1].recent)} <span class="quiet">median {grouped(data[1].median)}</span></>],
                ["Fairness weight", shownWeight(data[1].weight)],
              ]}
            />
          </Panel>
          {money.error && <Failure error={money.error} />}
          {money.data && <Money of={money.data} address={address} account={account} fees={data[2]} config={data[3]} />}
          {actor.error && <Failure error={actor.error} />}
          {account.actor && actor.data && <ActorParts of={actor.data} address={address} dev={status?.dev ?? false} />}
          <Sent address={address} />
        </>
      )}
    </>
  );
}

function ActorParts({ of: [actor, source], address, dev }: { of: [Actor, string]; address: string; dev: boolean }) {
  return (
    <>
      <Panel title="Actor">
        <Facts
          rows={[
            ["Owner", <Address of={actor.owner} />],
            ["Code", <><Hex hex={actor.code_hash} what="code hash" /> <span class="quiet">{plural(actor.code_bytes, "byte")}</span></>],
            ["Handlers", actor.handlers.map((name) => <code key={name} class="spaced">{visible(name)}</code>)],
            actor.removed && ["State", <Tag of="removed" />],
          ]}
        />
      </Panel>
      {dev && <CallForm actor={address} handlers={actor.handlers} />}
      <Timers address={address} />
      <Operations address={address} />
      <Storage address={address} />
      <ActorEvents address={address} />
      <Source source={source} handlers={actor.handlers} />
    </>
  );
}

function Source({ source, handlers }: { source: string; handlers: string[] }) {
  const lines = visible(source).split("\n");
  const starts = handlers.map((name) => [name, lines.findIndex((line) => line.trimStart().startsWith(`def ${name}(`))] as const).filter(([, at]) => at >= 0);
  const show = (at: number) => document.getElementById(`line-${at}`)?.scrollIntoView({ block: "center" });
  return (
    <Panel title="Source" more={<Copy text={source} what="source" />}>
      <p>
        {starts.map(([name, at]) => (
          <button key={name} type="button" class="small spaced" onClick={() => show(at)}>
            {visible(name)}, line {at + 1}
          </button>
        ))}
      </p>
      <pre class="source numbered" tabIndex={0} aria-label="Source">
        {lines.slice(0, 5_000).map((line, i) => (
          <span key={i} id={`line-${i}`} data-n={i + 1}>
            {line + "\n"}
          </span>
        ))}
      </pre>
    </Panel>
  );
}

function Storage({ address }: { address: string }) {
  const [prefix, setPrefix] = useState("");
  const { data, error } = useGet<Page<StorageEntry>>(path(`/v1/actors/${address}/storage`, { prefix, limit: 200 }));
  return (
    <Panel title="Storage" more={<label>Keys that begin with <input size={12} value={prefix} onInput={(event) => setPrefix(event.currentTarget.value)} /></label>}>
      {error ? <Failure error={error} /> : !data ? <Loading /> : (
        <Table
          label="Storage"
          rows={data.items}
          none="There are no entries."
          keyOf={(entry) => entry.key}
          columns={[
            { head: "Key", cell: (entry) => <Bytes hex={entry.key} /> },
            { head: "Value", cell: (entry) => <Value entry={entry} /> },
          ]}
        />
      )}
      {data?.next && <p class="quiet">There are more entries. Give the beginning of a key to see others.</p>}
    </Panel>
  );
}

function Value({ entry }: { entry: StorageEntry }) {
  const { cbor, value } = entry;
  if (cbor === null && value !== "0xf6") return <Bytes hex={value} />;
  if (typeof cbor === "string" && /^0x[0-9a-f]{40}$/.test(cbor)) return <Address of={cbor} />;
  if (typeof cbor === "string" && /^0x[0-9a-f]{64}$/.test(cbor)) return <TimerLink id={cbor} />;
  if (typeof cbor === "string" && readable(cbor) !== null) return <Bytes hex={cbor} />;
  const text = JSON.stringify(cbor);
  return (
    <span>
      <code class="wrap">{visible(text.length > 600 ? text.slice(0, 600) + "…" : text)}</code>
      <Copy text={value} what="value" />
    </span>
  );
}

function Timers({ address }: { address: string }) {
  const { data, error } = useGetAll<[Page<Timer>, Page<Timer>]>([path("/v1/timers", { owner: address, limit: 100 }), path("/v1/timers", { target: address, limit: 100 })]);
  if (error) return <Failure error={error} />;
  const seen = new Set<string>();
  const rows = [...(data?.[0].items ?? []), ...(data?.[1].items ?? [])].filter((timer) => !seen.has(timer.id) && seen.add(timer.id));
  return (
    <Panel title="Timers and watches">
      {!data ? <Loading /> : (
        <Table label="Timers and watches" rows={rows} none="It has no live timer or watch." keyOf={(timer) => timer.id} columns={[
          { head: "Timer", cell: (timer) => <><Tag of={timer.kind} /> <TimerLink id={timer.id} /></> },
          { head: "Due", cell: (timer) => (timer.height === null ? <span class="quiet">on change</span> : <Count of={timer.height} />), number: true },
          { head: "Handler", cell: (timer) => <code>{timer.handler}</code> },
          { head: "State", cell: (timer) => <Tag of={timer.state} /> },
          { head: "Why", cell: (timer) => inWords(timer.why) },
        ]} />
      )}
      {(data?.[0].next || data?.[1].next) && <p class="quiet">These are the first; <a href={`#/timers?owner=${address}`}>all that it owns</a>.</p>}
    </Panel>
  );
}

function Operations({ address }: { address: string }) {
  const { data } = useGet<Page<Operation>>(path("/v1/operations", { account: address, limit: 100 }));
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Operations">
      <Table label="Operations" rows={data.items} none="" keyOf={(one) => one.id} columns={[
        { head: "Time", cell: (one) => <Time ms={one.timestamp_ms} /> },
        { head: "Operation", cell: (one) => <OperationLink id={one.id} /> },
        { head: "Target", cell: (one) => <Address of={one.target} /> },
        { head: "Handler", cell: (one) => <code>{one.handler}</code> },
        { head: "Gas limit", cell: (one) => <Count of={one.gas_limit} />, number: true },
      ]} />
    </Panel>
  );
}

/** How many more fires the balance pays: each needs its worst case beforehand and costs the average. */
export function forecast(balance: bigint, worst: bigint, average: bigint): bigint | null {
  if (balance < worst) return 0n;
  return average > 0n ? (balance - worst) / average + 1n : null;
}

type Spending = [Page<Fire>, Page<Fire>, Page<Timer>];

function useSpending(address: string): Got<Spending> {
  return useGetAll<Spending>([path("/v1/fires", { actor: address, limit: 500 }), path("/v1/fires", { owner: address, limit: 500 }), path("/v1/timers", { owner: address, limit: 20 })]);
}

function Money({ of: data, address, account, fees, config }: { of: Spending; address: string; account: Account; fees: Fees; config: Config }) {
  const all = useMemo(() => {
    const seen = new Set<number>();
    return [...data[0].items, ...data[1].items].filter((fire) => !seen.has(fire.seq) && seen.add(fire.seq)).sort((a, b) => b.seq - a.seq);
  }, [data]);
  const series = useMemo(() => {
    const old = [...all].reverse();
    const weighed = old.filter((fire) => fire.weight !== undefined && fire.owner === address);
    const paid = old.filter((fire) => fire.payer === address);
    const at = new Map<number, number>();
    for (const fire of paid) at.set(fire.height, (at.get(fire.height) ?? 0) + (Number(fire.charged) + Number(fire.tip)) / 1e9);
    return { x: [...at.keys()], spent: [...at.values()], wx: weighed.map((fire) => fire.height), weight: weighed.map((fire) => weight(fire.weight!)) };
  }, [all, address]);
  if (all.length === 0 && data[2].items.length === 0) return null;
  const mine = all.filter((fire) => fire.payer === address && fire.kind !== "message").slice(0, 20);
  const spent = mine.reduce((sum, fire) => sum + big(fire.charged) + big(fire.tip), 0n);
  const paying = data[2].items.find((timer) => timer.fee_payer === address);
  const gas = big(paying?.gas_limit ?? (config.config.max_cycles_per_fire as number));
  const lane = big(fees.basefee.cycle) * big(config.config.timer_lane_fee_multiplier as number) / 1000n + (config.config.discipline === "auction" ? big(fees.basefee.lane) : 0n);
  const worst = gas * lane + big(config.config.max_cells_per_fire as number) * big(fees.basefee.cell);
  const more = mine.length ? forecast(big(account.balance), worst, spent / BigInt(mine.length)) : null;
  const failed = all.find((fire) => fire.actor === address && fire.status !== "ok");
  return (
    <Panel title="Fires and spending" more={<a href={`#/fires?actor=${address}`}>all its fires</a>}>
      {mine.length > 0 && (
        <p class="forecast">
          {more === null ? "Its fires cost nothing." : <>The balance pays for <b>{plural(more, "more fire")}</b>.</>}{" "}
          <span class="quiet">
            The last {plural(mine.length, "fire")} that it paid cost <Cby of={spent / BigInt(mine.length)} /> on average, and each needs <Cby of={worst} /> on the account beforehand, at today’s fees.
          </span>
        </p>
      )}
      {series.x.length > 0 && (
        <div class="charts two">
          <Chart title="Spent on fires" unit="CBY" x={series.x} xName="height" file="spending" about={`${plural(series.x.length, "block")} with fires that it paid.`} series={[{ name: "spent", values: series.spent, colour: 4, points: true }]} />
          {series.wx.length > 0 && <Chart title="Fairness weight" unit="×" x={series.wx} xName="height" file="weight" about="At each of its fires in an auction." series={[{ name: "weight", values: series.weight, colour: 3, points: true }]} />}
        </div>
      )}
      <Table label="Its fires" rows={all.slice(0, 30)} columns={fireColumns} none="None of its timers has fired." keyOf={(fire) => fire.seq} />
      {failed && <FailedFire fire={failed} />}
    </Panel>
  );
}

function FailedFire({ fire }: { fire: Fire }) {
  const isTimer = fire.id && fire.kind !== "message";
  const timer = useGet<Timer | Operation>(isTimer ? (fire.kind === "timestamp" ? `/v1/operations/${fire.id}` : `/v1/timers/${fire.id}`) : null, true).data;
  return (
    <>
      <p>
        The last one that failed: block <BlockLink height={fire.height} />, <code>{fire.handler}</code>, <Tag of={fire.status} more={fire.error} />
      </p>
      <Traceback actor={fire.actor} handler={fire.handler} payload={timer?.payload ?? "0x"} />
    </>
  );
}

function ActorEvents({ address }: { address: string }) {
  const { data, error } = useGet<Page<EventRow>>(path("/v1/events", { actor: address, limit: 30 }));
  return (
    <Panel title="Events" more={<a href={`#/events?actor=${address}`}>all its events</a>}>
      {error ? <Failure error={error} /> : data ? <Events rows={data.items} /> : <Loading />}
    </Panel>
  );
}

function Sent({ address }: { address: string }) {
  const { data, error } = useGet<Page<Transaction>>(path("/v1/transactions", { sender: address, limit: 30 }));
  return (
    <Panel title="Transactions that it sent">
      {error ? <Failure error={error} /> : !data ? <Loading /> : (
        <Table label="Transactions that it sent" rows={data.items} none="It has sent no transaction." keyOf={(tx) => tx.hash} columns={[
          { head: "Block", cell: (tx) => (tx.height === undefined ? "" : <BlockLink height={tx.height} />), number: true },
          { head: "Transaction", cell: (tx) => <TxLink hash={tx.hash} /> },
          { head: "What", cell: (tx) => <Summary tx={tx} /> },
          { head: "Ended", cell: (tx) => <Tag of={tx.receipt?.status ?? tx.status} more={tx.receipt?.error} /> },
          { head: "Fee", cell: (tx) => (tx.receipt ? <Cby of={tx.receipt.fee} /> : ""), number: true },
        ]} />
      )}
    </Panel>
  );
}


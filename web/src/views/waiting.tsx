// Waiting: the due set in the order in which the next block looks at it, with the reason in words.
import { useState } from "preact/hooks";
import { big, grouped, plural, shownWeight, WEIGHT_BITS } from "../format";
import { useLive } from "../live";
import { Address, Cby, Count, csv, download, Failure, Loading, Panel, Table, Tag, TimerLink, Title } from "../parts";
import type { Config, Fairness, Fees, Page, Timer } from "../types";
import { useGet, useGetAll } from "../use";
import { inWords } from "../why";

const OWNERS_MAX = 24;

/** What a timer offers above the lane's base fee, where its own caps say it; the effective one is that times the weight. */
function priority(timer: Timer, laneFee: bigint): bigint | null {
  if (timer.max_fee_per_cycle === null || timer.max_priority_fee_per_cycle === null || timer.tier) return null;
  const room = big(timer.max_fee_per_cycle) - laneFee;
  const most = big(timer.max_priority_fee_per_cycle);
  return room < 0n ? 0n : room < most ? room : most;
}

export function WaitingView() {
  const { status } = useLive();
  const [limit, setLimit] = useState(100);
  const { data, error } = useGetAll<[{ items: Timer[] }, Fees, Config]>([`/v1/queue?limit=${limit}`, "/v1/fees", "/v1/config"]);
  const items = data?.[0].items ?? [];
  const auction = status?.discipline === "auction";
  const box = status?.discipline === "globalbox";
  const owners = auction ? [...new Set(items.map((timer) => timer.owner))].slice(0, OWNERS_MAX) : [];
  const weights = useGetAll<Fairness[]>(owners.map((owner) => `/v1/fairness/${owner}`)).data;
  const weightOf = new Map((weights ?? []).map((one) => [one.address, one.weight]));
  const laneFee = big(data?.[1].basefee.lane ?? "0");
  const age = (timer: Timer) => (timer.height === null ? null : Math.max(0, (status?.height ?? 0) + 1 - Number(timer.height)));
  const effective = (timer: Timer): bigint | null => {
    const own = priority(timer, laneFee);
    const weight = weightOf.get(timer.owner);
    return own === null || weight === undefined ? null : (own * big(weight)) >> WEIGHT_BITS;
  };
  const save = () =>
    download(
      "waiting.csv",
      csv(
        ["place", "id", "target", "handler", "age", "gas limit", "bid", "effective priority", "reason"],
        items.map((timer, i) => [i + 1, timer.id, timer.target, timer.handler, age(timer), timer.gas_limit === null ? null : Number(timer.gas_limit), timer.bid, effective(timer)?.toString() ?? null, timer.why?.reason ?? null]),
      ),
    );
  return (
    <>
      <Title text="Waiting" />
      <Panel
        title="In the order in which the next block looks at them"
        more={
          <>
            <label>
              Show{" "}
              <select value={limit} onChange={(event) => setLimit(Number(event.currentTarget.value))}>
                {[100, 300, 1000].map((n) => (
                  <option key={n} value={n}>
                    {n}
                  </option>
                ))}
              </select>
            </label>{" "}
            <button type="button" class="small" onClick={save}>
              CSV
            </button>
          </>
        }
      >
        {error ? <Failure error={error} /> : !data ? <Loading /> : (
          <>
            <p>
              {plural(status?.timers.waiting ?? items.length, "timer")} waiting under the discipline <b>{status?.discipline}</b>.
              {auction && " A timer’s effective priority is what it offers per cycle above the lane’s base fee, times the weight of its owner. A dash: a bidding agent, a tier or the default sets its price when the block comes."}
              {box && " The order was fixed when each timer came in, by age and bid."}
            </p>
            <Table
              label="Waiting timers"
              rows={items}
              none="Nothing waits: each due timer has fired."
              keyOf={(timer) => timer.id}
              columns={[
                { head: "Place", cell: (_, i) => grouped(i + 1), number: true },
                { head: "Timer", cell: (timer) => <TimerLink id={timer.id} /> },
                { head: "Actor", cell: (timer) => <Address of={timer.target} /> },
                { head: "Handler", cell: (timer) => <code>{timer.handler}</code> },
                { head: "Age", cell: (timer) => (age(timer) === null ? <span class="quiet">–</span> : plural(age(timer)!, "block")), number: true },
                { head: "Gas limit", cell: (timer) => (timer.gas_limit === null ? <span class="quiet">default</span> : <Count of={timer.gas_limit} />), number: true },
                ...(auction
                  ? [
                      { head: "Weight", cell: (timer: Timer) => { const weight = weightOf.get(timer.owner); return weight === undefined ? <span class="quiet">–</span> : shownWeight(weight); }, number: true },
                      { head: "Effective priority", cell: (timer: Timer) => { const value = effective(timer); return value === null ? <span class="quiet">{timer.tier ?? "–"}</span> : grouped(value); }, number: true },
                    ]
                  : []),
                ...(box ? [{ head: "Bid", cell: (timer: Timer) => <Cby of={timer.bid} />, number: true }] : []),
                { head: "Why", cell: (timer) => <><Tag of={timer.why?.reason ?? timer.state} /> {inWords(timer.why)}</> },
              ]}
            />
          </>
        )}
      </Panel>
      <Ended state="parked" title="Parked" none="No timer is parked. One is when its gas limit can never fit into the lane." />
      <Ended state="dead" title="Dead" none="No timer is dead. Dead ones are removed at the end of a block." />
    </>
  );
}

function Ended({ state, title, none }: { state: string; title: string; none: string }) {
  const { data, error } = useGet<Page<Timer>>(`/v1/timers?state=${state}&limit=100`);
  return (
    <Panel title={title}>
      {error ? <Failure error={error} /> : !data ? <Loading /> : (
        <Table
          label={`${title} timers`}
          rows={data.items}
          none={data.next ? "None among the timers that were looked through." : none}
          keyOf={(timer) => timer.id}
          columns={[
            { head: "Timer", cell: (timer) => <TimerLink id={timer.id} /> },
            { head: "Actor", cell: (timer) => <Address of={timer.target} /> },
            { head: "Due", cell: (timer) => (timer.height === null ? "–" : <Count of={timer.height} />), number: true },
            { head: "Why", cell: (timer) => inWords(timer.why) || <Tag of={timer.state} /> },
          ]}
        />
      )}
    </Panel>
  );
}

// The frame of all views: navigation, search, connection, dev verbs.
import { useEffect, useRef, useState } from "preact/hooks";
import { grouped, visible } from "./format";
import { connect, useLive } from "./live";
import { useNames, useNamesAwaited } from "./names";
import { Failure, Loading, Panel, Title } from "./parts";
import { go, to, usePlace, type Place } from "./router";
import { search, type Hit } from "./search";
import { useTheme } from "./theme";
import { AddressView } from "./views/address";
import { BlockView } from "./views/block";
import { ComingView } from "./views/coming";
import { DevBar, DevView } from "./views/dev";
import { ActorsView, BlocksView, EventsView, ExitsView, FiresView, TimersView, TransactionsView } from "./views/lists";
import { NowView } from "./views/now";
import { OperationView, TimerView } from "./views/timer";
import { TransactionView } from "./views/transaction";
import { WaitingView } from "./views/waiting";

const NAVIGATION: [string, string][] = [
  ["now", "Now"],
  ["coming", "Coming"],
  ["waiting", "Waiting"],
  ["blocks", "Blocks"],
  ["transactions", "Transactions"],
  ["timers", "Timers"],
  ["actors", "Actors"],
  ["fires", "Fires"],
  ["exits", "Exits"],
  ["events", "Events"],
];

function Main({ place }: { place: Place }) {
  return useNamesAwaited() ? <Loading /> : <View place={place} />;
}

function View({ place }: { place: Place }) {
  const first = (place.rest[0] ?? "").toLowerCase();
  switch (place.view) {
    case "now":
      return <NowView />;
    case "coming":
      return <ComingView query={place.query} />;
    case "waiting":
      return <WaitingView />;
    case "blocks":
      return <BlocksView query={place.query} />;
    case "transactions":
      return <TransactionsView query={place.query} />;
    case "timers":
      return <TimersView query={place.query} />;
    case "actors":
      return <ActorsView query={place.query} />;
    case "fires":
      return <FiresView query={place.query} />;
    case "exits":
      return <ExitsView query={place.query} />;
    case "events":
      return <EventsView query={place.query} />;
    case "dev":
      return <DevView />;
    case "block":
      return <BlockView key={first} which={first} />;
    case "tx":
      return <TransactionView key={first} hash={first} />;
    case "timer":
      return <TimerView key={first} id={first} />;
    case "operation":
      return <OperationView key={first} id={first} />;
    case "address":
    case "actor":
    case "account":
      return <AddressView key={first} address={first} />;
    case "search":
      return <SearchView text={place.rest[0] ?? ""} />;
    default:
      return (
        <>
          <Title text="No such page" />
          <p class="none">
            This page has no view <q>{visible(place.view)}</q>. <a href="#/now">Now</a>
          </p>
        </>
      );
  }
}

function SearchView({ text }: { text: string }) {
  const names = useNames();
  const [hits, setHits] = useState<Hit[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let current = true;
    search(text, names).then(
      (found) => {
        if (!current) return;
        if (found.length === 1) location.replace(found[0].href);
        else setHits(found);
      },
      (problem) => current && setError(problem),
    );
    return () => void (current = false);
  }, [text, names.size]);
  return (
    <>
      <Title text="Search" />
      <Panel title="Found">
        {error && <Failure error={error} />}
        {hits && hits.length === 0 && (
          <p class="none">
            Nothing on this chain is <q>{visible(text)}</q>. Heights, hashes, ids, addresses and names of actors can be searched for.
          </p>
        )}
        {hits && hits.length > 0 && (
          <ul class="hits">
            {hits.map((hit) => (
              <li key={hit.href}>
                <b>{visible(hit.what)}</b> <a href={hit.href}>{hit.name}</a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function Search() {
  const [text, setText] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const where = event.target as HTMLElement;
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(where.tagName)) {
        event.preventDefault();
        box.current?.focus();
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) go(to("search", text.trim()));
        setText("");
        box.current?.blur();
      }}
    >
      <input ref={box} type="search" value={text} aria-label="Search: height, hash, address or name" placeholder="Height, hash, address, name  ( / )" onInput={(event) => setText(event.currentTarget.value)} />
    </form>
  );
}

function Theme() {
  const { choice, choose } = useTheme();
  return (
    <label class="theme">
      <span class="hidden">Colours</span>
      <select value={choice} onChange={(event) => choose(event.currentTarget.value as "system")} aria-label="Colours">
        <option value="system">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}

export function App() {
  const place = usePlace();
  const { connection, status } = useLive();
  useEffect(connect, []);
  if (!status && connection === "connecting") return <Loading />; // the head of a dev chain is higher; nothing shall jump
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>("h1")?.focus(); }}>
        Skip to the content
      </a>
      <header class="top">
        <div class="row">
          <a class="brand" href="#/now">
            lariat
          </a>
          <span class="state" role="status">
            <span class={`lamp ${connection}`} aria-hidden="true" />
            {connection === "open" || connection === "asking" ? <>{visible(status?.chain_id ?? "")} · block {grouped(status?.height ?? 0)}{connection === "asking" && " · no live stream, asking again"}</> : connection === "cut" ? "The node does not answer; trying again" : "Connecting…"}
          </span>
          <Search />
          <Theme />
        </div>
        <nav aria-label="Views">
          {NAVIGATION.map(([view, name]) => (
            <a key={view} href={`#/${view}`} aria-current={place.view === view ? "page" : undefined}>
              {name}
            </a>
          ))}
          {status?.dev && (
            <a href="#/dev" aria-current={place.view === "dev" ? "page" : undefined}>
              Dev
            </a>
          )}
          <a href="/docs">API</a>
        </nav>
        <DevBar />
      </header>
      <main id="main" class={connection === "cut" ? "stale" : undefined}>
        {status ? <Main place={place} /> : <Loading />}
      </main>
    </>
  );
}

// Why a handler fails: the chain keeps no traceback, so the handler is run again in the coming block, and nothing of it stays.
import { useState } from "preact/hooks";
import { post } from "../api";
import { visible } from "../format";
import { Failure, Tag } from "../parts";

export interface Simulation {
  receipt: { status: string; error?: string; message: string | null; traceback: string | null; returned: string; cycles: number | string; cells: number | string; fee: string; scheduled: { id: string; kind: string }[] };
  suggested: { cycles_limit: number | string; cells_limit: number | string };
}

export function Trace({ of }: { of: Simulation["receipt"] }) {
  return (
    <>
      {of.message && <p class="failure">{visible(of.message)}</p>}
      {of.traceback && <pre class="source">{visible(of.traceback)}</pre>}
    </>
  );
}

export function Traceback({ actor, handler, payload }: { actor: string; handler: string; payload: string }) {
  const [answer, setAnswer] = useState<Simulation | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      setAnswer(await post<Simulation>("/v1/simulate", { tx: { from: actor, call: { actor, handler, payload } } }));
    } catch (failed) {
      setError(failed as Error);
    }
    setBusy(false);
  };
  return (
    <div class="again">
      <p>
        <button type="button" onClick={run} disabled={busy}>
          Run {handler} again, with traceback
        </button>{" "}
        <span class="quiet">As it would run in the coming block, with the actor as sender. Nothing of it stays.</span>
      </p>
      {error && <Failure error={error} />}
      {answer && (
        <>
          <p>
            It ends with <Tag of={answer.receipt.status} more={answer.receipt.error} />
          </p>
          <Trace of={answer.receipt} />
        </>
      )}
    </div>
  );
}

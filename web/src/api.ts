// Requests to the node that serves the page. Only routes that /openapi.json documents.
export class Problem extends Error {
  constructor(readonly status: number, readonly code: string, detail: string) {
    super(detail);
  }
}

/** The node did not answer at all. */
export class Unreachable extends Error {}

let token = "";
export function setToken(text: string) {
  token = text;
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token && path.startsWith("/v1/dev/")) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable("the node does not answer");
  }
  const type = answer.headers.get("Content-Type") ?? "";
  if (!answer.ok) {
    const said = type.includes("json") ? await answer.json().catch(() => null) : null;
    throw new Problem(answer.status, said?.code ?? "unknown", said?.detail ?? `the node answered ${answer.status}`);
  }
  return (type.includes("json") ? await answer.json() : await answer.text()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal) => ask<T>("GET", path, undefined, signal);
export const post = <T>(path: string, body: unknown) => ask<T>("POST", path, body);

/** A path with parameters; those that are undefined are left out. */
export function path(base: string, params: Record<string, string | number | boolean | undefined | null>): string {
  const query = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return query.length ? `${base}?${query.join("&")}` : base;
}

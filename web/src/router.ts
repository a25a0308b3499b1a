// Each view has an address behind the # of the page, so that the node serves one page and links can be shared.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  view: string;
  rest: string[];
  query: URLSearchParams;
}

export function read(hash: string): Place {
  const [way, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const parts = way.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { view: parts[0] || "now", rest: parts.slice(1), query: new URLSearchParams(query) };
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return read(hash);
}

export const to = (...parts: (string | number)[]) => "#/" + parts.map((part) => encodeURIComponent(String(part))).join("/");
export function go(hash: string) {
  location.hash = hash;
}

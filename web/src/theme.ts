// Light or dark: the system's choice unless the reader makes another.
import { useEffect, useState } from "preact/hooks";

type Choice = "system" | "light" | "dark";
const KEY = "lariat-theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function stored(): Choice {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system"; // storage is not allowed
  }
}
let choice = stored();

const theme = () => (choice === "system" ? (systemIsDark.matches ? "dark" : "light") : choice);
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  for (const listener of [...listeners]) listener();
}
systemIsDark.addEventListener("change", applyTheme);

function choose(next: Choice) {
  choice = next;
  try {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // It holds until the page is closed.
  }
  applyTheme();
}

export function useTheme() {
  const [, again] = useState(0);
  useEffect(() => {
    const listener = () => again((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return { theme: theme(), choice, choose };
}

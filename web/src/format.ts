// Numbers, amounts, times and bytes as people read them.
import type { Num } from "./types";

const UNITS_PER_CBY = 1_000_000_000n;

export function big(value: Num | bigint | null | undefined): bigint {
  return value === null || value === undefined ? 0n : BigInt(value);
}

export function grouped(value: Num | bigint): string {
  const text = String(value);
  const sign = text.startsWith("-") ? "-" : "";
  return sign + text.slice(sign.length).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** All digits of an amount, in CBY. */
export function cbyExact(value: Num | bigint): string {
  const units = big(value);
  const sign = units < 0n ? "-" : "";
  const size = units < 0n ? -units : units;
  const rest = (size % UNITS_PER_CBY).toString().padStart(9, "0").replace(/0+$/, "");
  return `${sign}${grouped(size / UNITS_PER_CBY)}${rest ? "." + rest : ""}`;
}

/** About five digits of an amount, in CBY; never zero for what is not zero. */
export function cby(value: Num | bigint): string {
  const exact = cbyExact(value);
  const [whole, rest = ""] = exact.split(".");
  if (!rest) return exact;
  const wholeDigits = whole.replace(/[-,]/g, "").replace(/^0+/, "").length;
  const zeros = wholeDigits ? 0 : rest.length - rest.replace(/^0+/, "").length;
  const keep = Math.max(0, wholeDigits ? 5 - wholeDigits : zeros + 3);
  const cut = rest.slice(0, keep).replace(/0+$/, "");
  return cut ? `${whole}.${cut}` : whole;
}

export const percent = (part: Num, of: Num) => {
  const whole = Number(of);
  return whole > 0 ? (100 * Number(part)) / whole : 0;
};

/** Fairness weights are fixed-point numbers with 32 bits behind the point. */
export const WEIGHT_BITS = 32n;
export const weight = (fixed: Num) => Number(fixed) / 2 ** 32;
export const shownWeight = (fixed: Num) => `× ${Math.round(weight(fixed) * 1000) / 1000}`;

export function shownPercent(value: number): string {
  if (value > 0 && value < 0.1) return "<0.1 %";
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} %`;
}

export const shortHex = (hex: string) => (hex.length > 14 ? `${hex.slice(0, 8)}…${hex.slice(-4)}` : hex);

const inWords = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }); // costly to make
export function time(ms: Num): string {
  const date = new Date(Number(ms));
  return Number.isNaN(date.getTime()) ? String(ms) : inWords.format(date);
}

export function isoTime(ms: Num): string {
  const date = new Date(Number(ms));
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const plural = (count: Num | bigint, one: string, many = one + "s") => `${grouped(count)} ${String(count) === "1" ? one : many}`;

/** Words for snake_case and CamelCase names. */
export const words = (name: string) => name.replace(/_/g, " ");

/** The bytes as text if all of it can be read, else null. */
export function readable(hex: string): string | null {
  if (!hex.startsWith("0x") || hex.length < 4) return null;
  const bytes = new Uint8Array((hex.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.slice(2 + 2 * i, 4 + 2 * i), 16);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Control and format characters could hide or turn what follows.
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** A text of an actor, with what could hide or turn text made visible. */
export function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`);
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { readClock } from "../generated/console/client.js";
import type { components } from "../generated/console/types.js";
import { call, client, sandboxKey } from "./client.js";
import { useSession } from "./session/use-session.js";
import { useCommonTexts } from "./texts/common-texts.js";
import { type Language, languageTag, useLanguage } from "./texts/texts.js";

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How far a time is from another, such as "5 minutes ago", or `undefined` if it is within five seconds. */
function relativeTime(at: number, now: number, language: Language): string | undefined {
  const seconds = Math.round((at - now) / 1000);
  if (Math.abs(seconds) < 5) return undefined;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(languageTag(language), { numeric: "auto" }).format(
    Math.round(seconds / length),
    unit,
  );
}

/** A time with date, to the second, in UTC as the platform's documents have it. */
export function absoluteTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(at);
}

const dayMs = 86_400_000;

/**
 * A time as one says it: how far it is if that is less than an hour, or if it is to come; otherwise the time of day, with the date if that
 * isn't today, or the date alone if it is of another year. In UTC, as `now` of the sandbox's clock is.
 */
export function shortTime(at: number, now: number, language: Language): string | undefined {
  if (at > now || now - at < 3_600_000) return relativeTime(at, now, language);
  const [then, today] = [new Date(at), new Date(now)];
  const isThisYear = then.getUTCFullYear() === today.getUTCFullYear();
  const isToday = Math.floor(at / dayMs) === Math.floor(now / dayMs);
  const date = { month: "short", day: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  let parts: Intl.DateTimeFormatOptions = { ...date, ...time };
  if (isToday) parts = time;
  else if (!isThisYear) parts = { ...date, year: "numeric" };
  return new Intl.DateTimeFormat(languageTag(language), { ...parts, timeZone: "UTC" }).format(at);
}

/** A time of the sandbox's clock, as `shortTime` says it, with the exact time on hover; `absolute` shows that and how far it is. */
export function Time({ at, absolute = false }: { readonly at: string; readonly absolute?: boolean }) {
  const t = useCommonTexts();
  const language = useLanguage();
  const now = useSandboxNow();
  const time = Date.parse(at);
  const relative = relativeTime(time, now, language) ?? t("time.now");
  const exact = `${absoluteTime(time, language)} UTC`;
  if (!absolute)
    return (
      <time dateTime={at} title={`${exact} (${relative})`}>
        {shortTime(time, now, language) ?? t("time.now")}
      </time>
    );
  return (
    <time dateTime={at}>
      <span className="number">{exact}</span> <span className="muted">({relative})</span>
    </time>
  );
}

/** The sandbox's clock, as the backend reads it. */
export type ClockState = components["schemas"]["SandboxClockState"];

interface Reading {
  readonly clock: ClockState;
  /** Of `performance.now()` at the reading, since the browser's clock may be wrong. */
  readonly at: number;
}

let reading: Reading | undefined;
const listeners = new Set<() => void>();

/** Takes over a clock that was read; all times on the page follow it. */
export function setClock(clock: ClockState | null): void {
  if (clock === null || clock === reading?.clock) return;
  reading = { clock, at: performance.now() };
  for (const listener of listeners) listener();
}

/** The sandbox's time now, in milliseconds since 1970. */
export function sandboxNow(): number {
  if (reading === undefined) return Date.now();
  const start = Date.parse(reading.clock.now);
  if (reading.clock.mode === "frozen") return start;
  return start + performance.now() - reading.at;
}

/** Returns the sandbox's time; the component is drawn again every `everyMs` milliseconds, and when the clock is moved. */
export function useSandboxNow(everyMs = 10_000): number {
  useSyncExternalStore(subscribe, () => reading);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return sandboxNow();
}

/** Returns the clock as it was last read. */
export function useClock(): ClockState | undefined {
  return useSyncExternalStore(subscribe, () => reading)?.clock;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the sandbox's clock whenever a live entry says that it was moved. The first reading is the session's. */
export function useFollowClock(): void {
  const { clock, features } = useSession();
  const { data } = useQuery({
    queryKey: sandboxKey("clock"),
    queryFn: ({ signal }) => call(readClock(client, undefined, { signal })),
    enabled: features.sandbox,
    ...(clock !== null && { initialData: clock }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  useEffect(() => setClock(data ?? null), [data]);
}

const durationUnits = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** A length of time in its two greatest units, such as "5 minutes 30 seconds"; from milliseconds. */
export function durationText(ms: number, language: Language): string {
  const whole = Math.max(0, Math.round(ms / 1000) * 1000);
  if (whole === 0) return unitText(Math.round(ms), "millisecond", language);
  const first = durationUnits.findIndex(([, length]) => whole >= length);
  const parts: string[] = [];
  let rest = whole;
  for (const [unit, length] of durationUnits.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(unitText(count, unit, language));
  }
  return parts.join(language === "zh" ? "" : " ");
}

function unitText(count: number, unit: string, language: Language): string {
  return new Intl.NumberFormat(languageTag(language), { style: "unit", unit, unitDisplay: "long" }).format(
    count,
  );
}

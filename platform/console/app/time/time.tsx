import { useCommonTexts } from "../texts/common.js";
import { type Language, languageTag, useLanguage } from "../texts/language.js";
import { useSandboxNow } from "./use-sandbox-now.js";

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
    timeZone: "UTC",
  }).format(at);
}

/** A time of the sandbox's clock: relative to it, with the exact time on hover; `absolute` shows both. */
export function Time({ at, absolute = false }: { readonly at: string; readonly absolute?: boolean }) {
  const t = useCommonTexts();
  const language = useLanguage();
  const now = useSandboxNow();
  const time = Date.parse(at);
  const relative = relativeTime(time, now, language) ?? t("time.now");
  const exact = `${absoluteTime(time, language)} UTC`;
  if (!absolute)
    return (
      <time dateTime={at} title={exact}>
        {relative}
      </time>
    );
  return (
    <time dateTime={at}>
      <span className="number">{exact}</span> <span className="muted">({relative})</span>
    </time>
  );
}

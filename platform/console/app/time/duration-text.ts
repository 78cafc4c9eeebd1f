import { type Language, languageTag } from "../texts/language.js";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** A length of time in its two greatest units, such as "5 minutes 30 seconds"; from milliseconds. */
export function durationText(ms: number, language: Language): string {
  const whole = Math.max(0, Math.round(ms / 1000) * 1000);
  if (whole === 0) return unitText(Math.round(ms), "millisecond", language);
  const first = units.findIndex(([, length]) => whole >= length);
  const parts: string[] = [];
  let rest = whole;
  for (const [unit, length] of units.slice(first, first + 2)) {
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

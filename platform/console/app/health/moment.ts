import { type Language, languageTag, useLanguage } from "../texts/texts.js";
import { absoluteTime, useSandboxNow } from "../time.js";

/** Returns the function that writes a time as part of a sentence: without the date if it is today's, in UTC. */
export function useMoment(): (at: string) => string {
  const language = useLanguage();
  const now = useSandboxNow(60_000);
  return (at) => momentText(Date.parse(at), now, language);
}

function momentText(at: number, now: number, language: Language): string {
  const day = 86_400_000;
  if (Math.floor(at / day) !== Math.floor(now / day)) return `${absoluteTime(at, language)} UTC`;
  const time = new Intl.DateTimeFormat(languageTag(language), {
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(at);
  return `${time} UTC`;
}

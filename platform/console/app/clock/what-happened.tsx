import type { LiveEntry } from "../live/live-store.js";
import { Badge, type Tone } from "../parts/badge.js";
import { useTexts } from "../texts/texts.js";
import { Time } from "../time/time.js";
import { clockTexts } from "./clock-texts.js";
import { EntryLink } from "./entry-link.js";
import { mostEntries, useEntries } from "./recent-entries.js";

const tones: Record<LiveEntry["kind"], Tone> = {
  event: "accent",
  delivery: "info",
  request: "neutral",
  endpoint: "warn",
  clock: "neutral",
  control: "neutral",
  failure: "bad",
};

/** What happened while the page was open, the latest first: mostly what an advance of the clock caused. */
export function WhatHappened() {
  const t = useTexts(clockTexts);
  const { entries, count } = useEntries();
  return (
    <section className="stack-small" aria-label={t("happened")}>
      <div className="row-between">
        <h3>{t("happened")}</h3>
        <span className="small muted number" role="status">
          {count > 0 && t("happenedCount", { count })}
        </span>
      </div>
      {count === 0 ? (
        <p className="small muted">{t("waiting")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <ol className="clock-entries" tabIndex={0} aria-label={t("happened")}>
          {entries.map((entry) => (
            <li key={entry.number}>
              <div className="row-between">
                <Badge plain tone={tones[entry.kind]}>
                  {t(`kinds.${entry.kind}`)}
                </Badge>
                <span className="small muted">
                  <Time at={entry.at} />
                </span>
              </div>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {count > mostEntries && (
        <p className="small muted">{t("happenedMore", { count: String(mostEntries) })}</p>
      )}
    </section>
  );
}

import { Link } from "@tanstack/react-router";
import { Clock3 } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "react-aria-components/Button";
import { DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { type LiveEntry, useLiveEntries } from "../live.js";
import { Badge, type Tone } from "../parts/badge.js";
import { Panel } from "../parts/panel.js";
import { useOptionalScope, useScope } from "../scope.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { languageTag, useLanguage, useTexts } from "../texts/texts.js";
import { Time, useClock, useSandboxNow } from "../time.js";
import { ClockControls } from "./clock-controls.js";
import { clockTexts } from "./clock-texts.js";

/** The sandbox's time, which all times on the pages are compared with; pressed, it can be moved. */
export function Clock() {
  const t = useCommonTexts();
  const language = useLanguage();
  const clock = useClock();
  const now = useSandboxNow(5000);
  const scope = useOptionalScope();
  if (clock === undefined || scope?.environment === "production") return null;
  const text = new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(now);
  return (
    <DialogTrigger>
      <Button className="button plain small muted clock">
        <Clock3 size={14} aria-hidden />
        <span className="hidden-visually">{t("time.sandbox")}: </span>
        <span className="label">
          <time className="number" dateTime={new Date(now).toISOString()}>
            {text}
          </time>
          {clock.mode === "frozen" && ` (${t("time.frozen")})`}
        </span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <div className="account">
          <ClockControls />
        </div>
      </Popover>
    </DialogTrigger>
  );
}

/** The sandbox's clock: where it stands, how to move it, and what happened when it was moved. */
export function ClockPanel() {
  const t = useTexts(clockTexts);
  const clock = useClock();
  if (clock === undefined) return null;
  const isFrozen = clock.mode === "frozen";
  return (
    <Panel
      title={
        <span className="row">
          {t("title")} <Badge tone={isFrozen ? "info" : "good"}>{t(isFrozen ? "frozen" : "running")}</Badge>
        </span>
      }
      lead={t("lead")}
    >
      <div className="stack">
        <ClockControls />
        <WhatHappened />
      </div>
    </Panel>
  );
}

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
function WhatHappened() {
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

/** What an entry says, linked to what it is about. */
function EntryLink({ entry }: { readonly entry: LiveEntry }) {
  const { params } = useScope();
  const { data, application_id, message } = entry;
  const text = typeof data.event_type === "string" ? data.event_type : message;
  const { delivery_id, subscription_id, resource_id, event_id } = data;
  if (typeof delivery_id === "string" && application_id !== null)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/applications/$application/deliveries/$delivery"
        params={{ ...params, application: application_id, delivery: delivery_id }}
      >
        {message}
      </Link>
    );
  const subscription = [subscription_id, resource_id].find(
    (id): id is string => typeof id === "string" && id.startsWith("sub_"),
  );
  if (subscription !== undefined)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/subscriptions/$subscription"
        params={{ ...params, subscription }}
      >
        {text}
      </Link>
    );
  if (typeof event_id === "string" && application_id !== null)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/applications/$application/deliveries"
        params={{ ...params, application: application_id }}
        search={{ id: event_id }}
      >
        {text}
      </Link>
    );
  return <span className="small break">{message}</span>;
}

/** Entries that are kept for the list. */
const mostEntries = 100;

/** Entries, the latest first, and how many there were. */
interface RecentEntries {
  readonly entries: readonly LiveEntry[];
  readonly count: number;
}

/** Collects what happens to customers and clock while the component is on the page; requests to the API are left out. */
function useEntries(): RecentEntries {
  const [recent, setRecent] = useState<RecentEntries>({ entries: [], count: 0 });
  useLiveEntries(
    useCallback((entry) => {
      if (entry.kind === "request") return;
      setRecent(({ entries, count }) => ({
        entries: [entry, ...entries.slice(0, mostEntries - 1)],
        count: count + 1,
      }));
    }, []),
  );
  return recent;
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { components } from "../generated/console/types.js";
import { sandboxKey, standingsKey } from "./client.js";
import { ExplainedText } from "./parts/disclosure.js";
import { somethingChanged } from "./session/session-store.js";
import { useCommonTexts } from "./texts/common-texts.js";

/** Names of the stream's events; see `followLive` in the contract. */
const kinds = ["request", "event", "delivery", "endpoint", "clock", "control", "failure"] as const;

/** How long entries are gathered before queries are refreshed, in milliseconds: a clock that is advanced brings thousands. */
const gatherMs = 150;

/** Which queries an entry makes stale, by the beginning of their keys. */
function staleKeys({ kind, application_id }: LiveEntry): readonly (readonly unknown[])[] {
  const of = (part: string): readonly unknown[] => {
    if (application_id === null) return ["application"];
    return ["application", application_id, part];
  };
  if (kind === "request") return [of("requests")];
  if (kind === "delivery") return [of("deliveries"), of("event-tests"), of("health"), standingsKey];
  if (kind === "endpoint") return [of("webhook"), of("event-tests"), of("health"), standingsKey];
  if (kind === "event") return [of("deliveries"), sandboxKey()];
  if (kind === "clock") return [sandboxKey()];
  if (kind === "control") return [["application"], ["applications"], sandboxKey(), standingsKey];
  return [];
}

/** Follows what happens after an entry, while it is used, and refreshes what is on the page. The browser reconnects by itself. */
export function useLiveUpdates(after: number): void {
  const queryClient = useQueryClient();
  useEffect(() => follow(queryClient, after), [queryClient, after]);
}

function follow(queryClient: QueryClient, after: number): () => void {
  const source = new EventSource(`/console/api/live?after=${after}`);
  const stale = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    const keys = [...stale.values()];
    stale.clear();
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  const receive = ({ data }: MessageEvent<string>): void => {
    const entry = JSON.parse(data) as LiveEntry;
    tell(entry);
    for (const key of staleKeys(entry)) stale.set(key.join(" "), key);
    timer ??= setTimeout(refresh, gatherMs);
  };
  source.onopen = () => setConnected(true);
  source.onerror = () => setConnected(false);
  for (const kind of kinds) source.addEventListener(kind, receive);
  source.addEventListener("reset", () => void queryClient.invalidateQueries());
  source.addEventListener("end", () => {
    source.close();
    setConnected(false);
    somethingChanged();
  });
  return () => {
    source.close();
    clearTimeout(timer);
    setConnected(false);
  };
}

/** Says whether new entries arrive by themselves. */
export function LiveBadge() {
  const t = useCommonTexts();
  const connected = useConnected();
  return (
    <ExplainedText text={connected ? t("live.onHelp") : t("live.offHelp")}>
      <span className={connected ? "live-dot on" : "live-dot"}>
        {connected ? t("live.on") : t("live.off")}
      </span>
    </ExplainedText>
  );
}

/** Something that happened in the sandbox, as the backend tells it. */
export type LiveEntry = components["schemas"]["LiveEntry"];

let connected = false;
const connectionListeners = new Set<() => void>();
const entryListeners = new Set<(entry: LiveEntry) => void>();

/** Records whether the stream is open. */
function setConnected(now: boolean): void {
  if (now === connected) return;
  connected = now;
  for (const listener of connectionListeners) listener();
}

/** Passes an entry on to everybody who listens. */
function tell(entry: LiveEntry): void {
  for (const listener of entryListeners) listener(entry);
}

/** Returns whether new entries arrive. */
function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected);
}

/** Calls a function with each entry from now on. It may be another function at each rendering. */
export function useLiveEntries(listener: (entry: LiveEntry) => void): void {
  useEffect(() => {
    entryListeners.add(listener);
    return () => {
      entryListeners.delete(listener);
    };
  }, [listener]);
}

function subscribe(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

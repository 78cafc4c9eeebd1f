import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sandboxKey } from "../api/keys.js";
import { somethingChanged } from "../session/session-store.js";
import { type LiveEntry, setConnected, tell } from "./live-store.js";

/** Names of the stream's events; see `followLive` in the contract. */
const kinds = ["request", "event", "delivery", "endpoint", "clock", "control", "failure"] as const;

/** How long entries are gathered before queries are refreshed, in milliseconds: a clock that is advanced brings thousands. */
const gatherMs = 150;

/** Which queries an entry makes stale, by the beginning of their keys. */
function staleKeys({ kind, application_id }: LiveEntry): readonly (readonly unknown[])[] {
  const of = (part: string): readonly unknown[] =>
    application_id === null ? ["application"] : ["application", application_id, part];
  if (kind === "request") return [of("requests")];
  if (kind === "delivery") return [of("deliveries"), of("event-tests")];
  if (kind === "endpoint") return [of("webhook"), of("event-tests")];
  if (kind === "event") return [of("deliveries"), sandboxKey()];
  if (kind === "clock") return [sandboxKey()];
  return kind === "control" ? [["application"], ["applications"], sandboxKey()] : [];
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

import { ownApplication } from "../access/own-application.js";
import type { Handlers } from "../api/operation.js";
import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { liveStream } from "./live-stream.js";
import { visibleEntries } from "./visible-entries.js";

/** Streams of one session, as a browser with some tabs needs them, and of all. */
const [mostOfSession, mostOfAll] = [8, 200];

/** The operation of what happens now. */
export function liveHandlers(context: ConsoleContext): Handlers<"followLive"> {
  const { control } = context;
  const open = new Map<string, number>();
  const count = (key: string, by: number): void => {
    const next = (open.get(key) ?? 0) + by;
    if (next === 0) open.delete(key);
    else open.set(key, next);
  };
  return {
    async followLive({ query: { application_id, after }, lastEventId, viewer, signal }) {
      if (application_id !== undefined) await ownApplication(context, viewer, application_id);
      const { key, signal: over } = viewer.open;
      const all = [...open.values()].reduce((sum, each) => sum + each, 0);
      if ((open.get(key) ?? 0) >= mostOfSession || all >= mostOfAll) throw tooMany();
      const [visible, { latest_log_entry: latest }] = await Promise.all([
        visibleEntries(context, viewer, application_id),
        from(control.state.read()),
      ]);
      const known = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : (after ?? latest);
      count(key, 1);
      const body = liveStream(context, {
        visible,
        after: Math.min(known, latest),
        gone: AbortSignal.any([signal, over]),
        isOver: () => over.aborted,
        onEnd: () => count(key, -1),
      });
      return new Response(body, {
        headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
      });
    },
  };
}

const tooMany = (): ConsoleRefusal =>
  new ConsoleRefusal({ status: 429, code: "too-many-streams" }, "Too many pages watch at once.", {
    remedy: "Close some of them.",
    retryable: true,
  });

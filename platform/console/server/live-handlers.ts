import type { Handlers } from "./api/operation.js";
import type { Schemas } from "./api/schemas.js";
import { ConsoleRefusal } from "./console-refusal.js";
import type { ConsoleContext } from "./context.js";
import { unwrap } from "./create-control.js";
import type { LogEntry } from "./log-feed.js";
import { ownApplication, ownApplications, readViewer, type Viewer } from "./viewer.js";

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
        unwrap(control.state.read()),
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

/** What a stream is made of. */
interface LiveParts {
  readonly visible: VisibleEntries;
  /** The last entry that the browser knows. */
  readonly after: number;
  /** Aborted when the browser or the session has gone. */
  readonly gone: AbortSignal;
  /** Whether the session has gone. */
  readonly isOver: () => boolean;
  readonly onEnd: () => void;
}

/** So often a comment shows that the connection lives, and access is read again. */
const heartbeatMs = 15_000;
/** Entries that wait until it is known whether they may be seen. */
const mostWaiting = 2000;
/** Bytes that wait for a slow reader; then the stream ends, and the browser connects again after the last entry that it saw. */
const mostBytes = 1024 * 1024;
/** Entries that are sent to a browser that missed them. If there are more, it is told to read everything again. */
const mostMissed = 1000;

/** Server-sent events of what a person may see. */
export function liveStream(
  { control, feed }: Pick<ConsoleContext, "control" | "feed">,
  { visible, after, gone, isOver, onEnd }: LiveParts,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let last = after;
        let isEnded = false;
        const write = (text: string): void => {
          if (isEnded) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) <= 0) end();
        };
        const send = async (entry: LogEntry): Promise<void> => {
          if (isEnded || entry.number <= last) return;
          last = entry.number;
          const shown = await visible.shown(entry);
          if (shown !== undefined)
            write(`id: ${shown.number}\nevent: ${shown.kind}\ndata: ${JSON.stringify(shown)}\n\n`);
        };
        const over = (): void => {
          write("event: end\ndata: {}\n\n");
          end();
        };
        // A dependency that fails isn't a sign-out: the browser connects again.
        const failed = (error: unknown): void => {
          if (error instanceof ConsoleRefusal && error.status === 401) over();
          else end();
        };
        // One after the other, since whether an entry may be seen may have to be asked.
        let work = Promise.resolve();
        const later = (todo: () => Promise<void>): void => {
          work = work.then(todo).catch(failed);
        };
        const waiting = { count: 0 };
        const following = feed.follow((entry) => {
          waiting.count += 1;
          if (waiting.count > mostWaiting) return end();
          later(async () => {
            waiting.count -= 1;
            await send(entry);
          });
        });
        const beat = setInterval(() => {
          write(": alive\n\n");
          later(() => visible.refresh());
        }, heartbeatMs);
        beat.unref();
        const onGone = (): void => {
          if (isOver()) over();
          else end();
        };
        end = () => {
          if (isEnded) return;
          isEnded = true;
          following.stop();
          clearInterval(beat);
          gone.removeEventListener("abort", onGone);
          onEnd();
          controller.close();
        };
        gone.addEventListener("abort", onGone);
        write(": connected\n\n");
        later(async () => {
          await following.ready;
          const { entries } = await unwrap(control.state.listLogEntries({ after, limit: mostMissed }));
          const first = entries[0]?.number ?? after + 1;
          if (first === after + 1 && entries.length < mostMissed) {
            for (const entry of entries) await send(entry);
            return;
          }
          // What came before this moment is read with everything else.
          const { latest_log_entry: latest } = await unwrap(control.state.read());
          last = latest;
          write(`id: ${latest}\nevent: reset\ndata: {}\n\n`);
        });
        if (gone.aborted) onGone();
      },
      cancel: () => end(),
    },
    { highWaterMark: mostBytes, size: ({ length }) => length },
  );
}

/** Which entries somebody may see, asked again and again while they watch. */
interface VisibleEntries {
  /** The entry as the page gets it; `undefined` if it isn't for this person. */
  readonly shown: (entry: LogEntry) => Promise<Schemas["LiveEntry"] | undefined>;
  /** Reads access again. Rejects with `sign-in-required` if the person is gone. */
  readonly refresh: () => Promise<void>;
}

/** At most so old is what is known about access, in milliseconds, when an entry of somebody else's application comes. */
const freshMs = 1000;
/** Applications of others that are remembered, so that access isn't read again for each of their entries. */
const mostOthers = 10_000;

/** What a viewer may see: entries of their applications, or of one of these, and what is about the whole sandbox. */
async function visibleEntries(
  context: ConsoleContext,
  first: Viewer,
  only: string | undefined,
): Promise<VisibleEntries> {
  let own = new Set<string>();
  const others = new Set<string>();
  let readAt = 0;
  const read = async (viewer: Viewer): Promise<void> => {
    own = new Set((await ownApplications(context, viewer)).map(({ application_id }) => application_id));
    readAt = context.now();
  };
  const refresh = async (): Promise<void> => read(await readViewer(context, first.open));
  await read(first);
  return {
    refresh,
    async shown({ number, at, kind, message, data }) {
      // Somebody changed something by hand: it may be what this person may see.
      if (kind === "control") await refresh();
      const id = typeof data.application_id === "string" ? data.application_id : null;
      if (id === null && kind === "failure") return undefined;
      if (id !== null) {
        if (only !== undefined && id !== only) return undefined;
        const isNew = !own.has(id) && !others.has(id);
        // It was made after access was read, or may have changed hands.
        if (isNew || (!own.has(id) && context.now() - readAt > freshMs)) await refresh();
        if (!own.has(id)) {
          if (others.size >= mostOthers) others.clear();
          others.add(id);
          return undefined;
        }
      }
      return { number, at, kind, message, application_id: id, data };
    },
  };
}

import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import type { LogEntry } from "./log-feed.js";
import type { VisibleEntries } from "./visible-entries.js";

/** What a stream is made of. */
export interface LiveParts {
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
        const failed = (error: unknown): void =>
          error instanceof ConsoleRefusal && error.status === 401 ? over() : end();
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
        const onGone = (): void => (isOver() ? over() : end());
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
          const { entries } = await from(control.state.listLogEntries({ after, limit: mostMissed }));
          const first = entries[0]?.number ?? after + 1;
          if (first === after + 1 && entries.length < mostMissed) {
            for (const entry of entries) await send(entry);
            return;
          }
          // What came before this moment is read with everything else.
          const { latest_log_entry: latest } = await from(control.state.read());
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

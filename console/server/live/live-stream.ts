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
/** Entries that wait for a slow reader; then the stream ends, and the browser connects again after its last one. */
const mostWaiting = 2000;

/** Server-sent events of what a person may see. */
export function liveStream(
  { control, feed }: Pick<ConsoleContext, "control" | "feed">,
  { visible, after, gone, isOver, onEnd }: LiveParts,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => {};
  return new ReadableStream(
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
          const { entries } = await from(control.state.listLogEntries({ after, limit: 1000 }));
          const first = entries[0]?.number;
          if (first !== undefined && first > after + 1) write("event: reset\ndata: {}\n\n");
          for (const entry of entries) await send(entry);
        });
        if (gone.aborted) onGone();
      },
      cancel: () => end(),
    },
    { highWaterMark: mostWaiting },
  );
}

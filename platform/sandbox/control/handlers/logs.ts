import { Refusal } from "../../platform/draft.js";
import type { Handlers } from "../operation.js";
import { pageLimit } from "../page.js";
import type { SandboxParts } from "../parts.js";
import type { SandboxLog, SandboxLogEntry } from "../sandbox-log.js";

/** Entries that are written into a stream at once. */
const entriesAtOnce = 100;

/** The operations of the log. */
export function logHandlers({ log }: Pick<SandboxParts, "log">): Handlers<"followLogs" | "listLogEntries"> {
  return {
    listLogEntries({ query }) {
      const { after = 0, limit } = query;
      const entries = log.after(after, pageLimit({ limit }));
      return { entries: [...entries], next: entries.at(-1)?.number ?? after };
    },
    followLogs({ query: { after = log.latest() }, signal }) {
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
      return new Response(stream(log, after, signal), { headers });
    },
  };
}

/**
 * Server-sent events of the entries after one, until the reader has gone. Nothing waits for a slow reader but its place in the log: if the next
 * entries aren't kept any more, it goes on with the oldest that is.
 */
function stream(log: SandboxLog, after: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let known = after;
  let isOver = signal.aborted;
  let wake = (): void => {};
  const unfollow = log.follow(() => wake());
  const end = (): void => {
    isOver = true;
    unfollow();
    signal.removeEventListener("abort", end);
    wake();
  };
  signal.addEventListener("abort", end);
  return new ReadableStream(
    {
      // A reader knows at once that it is connected.
      start: (controller) => controller.enqueue(encoder.encode(": connected\n\n")),
      async pull(controller) {
        for (;;) {
          if (isOver) return signal.aborted ? controller.close() : undefined;
          const entries = log.after(known, entriesAtOnce);
          known = entries.at(-1)?.number ?? known;
          if (entries.length > 0)
            return controller.enqueue(encoder.encode(entries.map(serverSentEvent).join("")));
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
}

function serverSentEvent(entry: SandboxLogEntry): string {
  return `id: ${entry.number}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`;
}

/** The operations of the API's log. */
export function requestHandlers({
  requests,
  checkNames,
}: Pick<SandboxParts, "requests" | "checkNames">): Handlers<"listRequests" | "readRequest"> {
  return {
    async listRequests({ query }) {
      const { application_id, unattributed, status, denied_by: deniedBy, search, before } = query;
      const application = unattributed === undefined ? application_id : null;
      const filter = { application, status, deniedBy, search, before, limit: pageLimit(query) };
      const page = await requests.list(filter);
      return { ...page, checks: [...checkNames] };
    },
    async readRequest({ path: { request_id } }) {
      const found = await requests.show(request_id);
      if (found !== undefined) return found;
      throw new Refusal("missing", "request-unknown", {
        message: `there is no request ${request_id} in the log, which keeps the latest ones`,
      });
    },
  };
}

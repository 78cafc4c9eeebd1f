import type { components } from "../generated/sandbox/types.js";

/** Something that happened in the sandbox. */
export type LogEntry = components["schemas"]["LogEntry"];

/** The sandbox's log as it grows, read once for all browsers. */
export interface LogFeed {
  /** Calls a listener for each new entry. */
  readonly follow: (listener: (entry: LogEntry) => void) => {
    /** Resolves when no later entry can be missed. */
    readonly ready: Promise<void>;
    readonly stop: () => void;
  };
  readonly close: () => void;
}

/** Between two tries to follow the log, in milliseconds. */
const againMs = 1000;

/** Follows the log while somebody listens. `open` answers `GET /logs` of the control. */
export function createLogFeed(open: (request: Request) => Promise<Response>): LogFeed {
  const listeners = new Set<(entry: LogEntry) => void>();
  let reading: (AbortController & { readonly ready: Promise<void> }) | undefined;

  const read = async (signal: AbortSignal, onReady: () => void): Promise<void> => {
    let after: number | undefined;
    while (!signal.aborted) {
      const query = after === undefined ? "" : `?after=${after}`;
      try {
        const { body } = await open(new Request(`http://127.0.0.1/logs${query}`, { signal }));
        for await (const entry of readEntries(body, { signal, onReady })) {
          after = entry.number;
          for (const listener of [...listeners]) listener(entry);
        }
      } catch {
        // It is tried again below.
      }
      if (!signal.aborted) await pause(signal);
    }
  };
  const begin = () => {
    const abort = new AbortController();
    const ready = new Promise<void>((resolve) => {
      abort.signal.addEventListener("abort", () => resolve());
      void read(abort.signal, resolve);
    });
    return Object.assign(abort, { ready });
  };
  const stop = (): void => {
    reading?.abort();
    reading = undefined;
  };
  return {
    follow(listener) {
      listeners.add(listener);
      reading ??= begin();
      return {
        ready: reading.ready,
        stop() {
          listeners.delete(listener);
          if (listeners.size === 0) stop();
        },
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, againMs);
    signal.addEventListener("abort", end);
  });
}

/** The entries of a stream of server-sent events, as the control writes them: one line of data each. */
async function* readEntries(
  body: ReadableStream<Uint8Array> | null,
  { signal, onReady }: { readonly signal: AbortSignal; readonly onReady: () => void },
): AsyncGenerator<LogEntry> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // The control says at once that it is connected.
      onReady();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)) as LogEntry;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

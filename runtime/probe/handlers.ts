/** How the handlers of a probed receiver are called. `unknown`: they weren't given to the probe. */
export type HandlerMode = "run" | "skip" | "unknown";

/** An exception of a handler. */
interface HandlerFailure {
  readonly event_id: string;
  /** Name and message. */
  readonly error: string;
  /** File and line, such as `src/handlers.ts:10`; `null` if the exception doesn't say. */
  readonly at: string | null;
}

/** What a probe knows of the handlers. */
export interface WatchedHandlers {
  readonly watch: <Handlers>(handlers: Handlers) => Handlers;
  readonly mode: () => HandlerMode;
  /** The latest ones, the oldest first. */
  readonly failures: readonly HandlerFailure[];
}

/** The part of a handler's context that names its event. */
interface HandledContext {
  readonly record?: { readonly eventId?: string };
}

const mostFailures = 500;
const mostErrorLength = 300;

/** Wraps handlers, so that they aren't called if they are to be skipped, and what they throw is kept. */
export function watchHandlers(wanted: "run" | "skip"): WatchedHandlers {
  const failures: HandlerFailure[] = [];
  let mode: HandlerMode = "unknown";
  type Handler = (event: unknown, context?: HandledContext) => unknown;
  const watched =
    (handler: Handler): Handler =>
    async (event, context) => {
      if (wanted === "skip") return undefined;
      try {
        return await handler(event, context);
      } catch (thrown) {
        failures.push(handlerFailure(thrown, context?.record?.eventId ?? ""));
        if (failures.length > mostFailures) failures.shift();
        throw thrown;
      }
    };
  return {
    failures,
    mode: () => mode,
    watch(handlers) {
      mode = wanted;
      if (typeof handlers === "function") return watched(handlers as Handler & typeof handlers) as never;
      const entries = Object.entries(handlers ?? {}).map(([name, handler]) => [
        name,
        typeof handler === "function" ? watched(handler as Handler) : handler,
      ]);
      return Object.fromEntries(entries) as never;
    },
  };
}

function handlerFailure(thrown: unknown, eventId: string): HandlerFailure {
  const isError = thrown instanceof Error;
  const error = isError ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return {
    event_id: eventId,
    error: error.slice(0, mostErrorLength),
    at: isError ? thrownAt(thrown.stack ?? "") : null,
  };
}

/** The innermost frame of a stack that is in the project itself, relative to the working directory. */
function thrownAt(stack: string): string | null {
  for (const line of stack.split("\n")) {
    const text = line.trim();
    if (!text.startsWith("at ") || text.includes("node:") || text.includes("/node_modules/")) continue;
    const place = framePlace(text);
    const [file, row] = [place.split(":").slice(0, -2).join(":"), place.split(":").at(-2)];
    if (file === "" || row === undefined) continue;
    const path = file.startsWith("file://") ? decoded(file.slice("file://".length)) : file;
    const folder = `${process.cwd()}/`;
    return `${path.startsWith(folder) ? path.slice(folder.length) : path}:${row}`;
  }
  return null;
}

/** File, line and column of a stack's frame: in parentheses after a function's name, or alone. A path may have both itself. */
function framePlace(frame: string): string {
  const start = frame.indexOf(" (");
  if (start !== -1 && frame.endsWith(")")) return frame.slice(start + 2, -1);
  return frame.replace(/^at (async )?/, "");
}

/** A path of a URL; as it is if it isn't encoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

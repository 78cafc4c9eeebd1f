import { routes } from "../../generated/sandbox/routes.js";
import type { BodyOf, Call, OperationId, ResultOf } from "../operation.js";
import type { LogEntry } from "../sandbox-log.js";
import { ControlError } from "./control-error.js";
import { readEvents } from "./read-events.js";

type Given<Name extends string, Values> = [Values] extends [Readonly<Record<string, never>> | undefined]
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]?: Values };

/** What an operation is asked. */
export type ControlRequest<Id extends OperationId> = Given<"path", Call<Id>["path"]> &
  Given<"query", Call<Id>["query"]> & { readonly body?: BodyOf<Id> };

/** A client of a sandbox's control. */
export interface ControlClient {
  /** Asks for an operation of the contract. Rejects with a `ControlError`. */
  readonly call: <Id extends OperationId>(id: Id, request?: ControlRequest<Id>) => Promise<ResultOf<Id>>;
  /** What happens after an entry, until the signal. Rejects with a `ControlError`. */
  readonly follow: (options: {
    readonly after?: number | undefined;
    readonly signal: AbortSignal;
  }) => AsyncIterable<LogEntry>;
}

/** Where a control is. */
export interface ControlClientOptions {
  /** Its base URL, such as `http://127.0.0.1:8787/_sandbox`. */
  readonly control: string;
  readonly token: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const byId = new Map<string, (typeof routes)[number]>(routes.map((route) => [route.id, route]));

interface Parts {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a client. Nothing is sent yet. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { control, token, fetch = globalThis.fetch } = options;
  const base = control.replace(/\/+$/, "");
  const send = async (id: OperationId, { path = {}, query = {}, body, signal }: Parts): Promise<Response> => {
    const route = byId.get(id);
    if (route === undefined) throw new TypeError(`the control has no operation ${id}`);
    const place = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    );
    const url = new URL(`${base}${place}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const isFile = body instanceof Uint8Array;
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": isFile ? "application/octet-stream" : "application/json" }),
    };
    const content = body === undefined ? null : isFile ? new Uint8Array(body) : JSON.stringify(body);
    const init = {
      method: route.method,
      headers,
      body: content,
      redirect: "manual",
      signal: signal ?? null,
    } as const;
    const answer = await fetch(url, init).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw new ControlError(
        "control-unreachable",
        `no sandbox answers at ${base}: start one with \`oipkit sandbox\``,
        { cause },
      );
    });
    if (answer.ok) return answer;
    throw await refusalIn(answer, base);
  };
  return {
    async call<Id extends OperationId>(id: Id, request: ControlRequest<Id> = {} as ControlRequest<Id>) {
      const answer = await send(id, request as Parts);
      if (answer.status === 204) return undefined as ResultOf<Id>;
      const type = answer.headers.get("content-type") ?? "";
      return (type.startsWith("application/json") ? await answer.json() : answer) as ResultOf<Id>;
    },
    async *follow({ after, signal }) {
      try {
        const answer = await send("followLogs", { query: { after }, signal });
        for await (const data of readEvents(answer.body ?? new ReadableStream()))
          yield JSON.parse(data) as LogEntry;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

async function refusalIn(answer: Response, base: string): Promise<ControlError> {
  const { status } = answer;
  const refusal = (await answer.json().catch(() => undefined)) as
    | { readonly code?: unknown; readonly message?: unknown }
    | undefined;
  if (typeof refusal?.code !== "string" || typeof refusal.message !== "string")
    return new ControlError("control-malformed", `what answers at ${base} with ${status} isn't a sandbox`, {
      status,
    });
  const { code, message } = refusal;
  return new ControlError(code, message, { status, refusal: { ...refusal, code, message } });
}

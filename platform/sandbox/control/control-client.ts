import { routes } from "@oipkit/console/control/routes.js";
import { OipkitError } from "@oipkit/runtime/errors";
import type { BodyOf, Call, OperationId, ResultOf, Schemas } from "./operation.js";
import type { SandboxLogEntry } from "./sandbox-log.js";

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
  }) => AsyncIterable<SandboxLogEntry>;
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

function requestContent(body: unknown): { readonly type: string; readonly bytes: BodyInit } | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return { type: "application/octet-stream", bytes: new Uint8Array(body) };
  return { type: "application/json", bytes: JSON.stringify(body) };
}

/** Makes a client. Nothing is sent yet. */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { control, token, fetch = globalThis.fetch } = options;
  const base = control.replace(/(?<!\/)\/+$/, "");
  const send = async (id: OperationId, { path = {}, query = {}, body, signal }: Parts): Promise<Response> => {
    const route = byId.get(id);
    if (route === undefined) throw new TypeError(`the control has no operation ${id}`);
    const place = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    );
    const url = new URL(`${base}${place}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const content = requestContent(body);
    const init = {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(content !== undefined && { "content-type": content.type }),
      },
      body: content?.bytes ?? null,
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
          yield JSON.parse(data) as SandboxLogEntry;
      } catch (cause) {
        if (signal.aborted) return;
        if (cause instanceof OipkitError) throw cause;
        throw stopped(base, cause);
      }
      if (!signal.aborted) throw stopped(base);
    },
  };
}

/** The log has no end of its own: only a sandbox that stops ends it. */
function stopped(base: string, cause?: unknown): ControlError {
  return new ControlError("control-ended", `the sandbox at ${base} has stopped`, { cause });
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

/** A control refused a request, or can't be reached. */
export class ControlError extends OipkitError {
  /** `control-unreachable`, `control-ended` if it stopped meanwhile, `control-malformed` if something else answers, or the refusal's own code. */
  readonly code: string;
  /** Of the answer. */
  readonly status: number | undefined;
  /** What the control said. */
  readonly refusal: Schemas["Refusal"] | undefined;

  constructor(
    code: string,
    message: string,
    options: ErrorOptions & { readonly status?: number; readonly refusal?: Schemas["Refusal"] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status;
    this.refusal = options.refusal;
  }
}

/** A line of a stream of ours is shorter. */
const longestLine = 1024 * 1024;

/** The data of server-sent events, one text for each, as they arrive. Throws a `RangeError` for an endless line. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new RangeError("a line of the stream has no end");
    for (const line of lines) {
      if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      } else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
  }
}

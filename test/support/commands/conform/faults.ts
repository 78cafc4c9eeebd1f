import type { Receiver } from "../../../../runtime/webhook/index.js";

type Answering = Pick<Receiver, "answer">;
type Request = Parameters<Receiver["answer"]>[0];

/** A request whose body has been read. */
export interface ReadRequest extends Pick<Request, "method" | "url" | "header"> {
  readonly body: Buffer;
}

/** What a receiver with a fault sees instead of what was sent; `null` removes a header. */
export interface Seen {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: Uint8Array;
  /** An answer of its own, which nothing else sees. */
  readonly status?: number;
  readonly answer?: string;
}

/** More than any case sends. */
const maxBytes = 16 * 1024 ** 2;

/** A receiver that acts on each request before the inner one, which it may change or answer itself. */
export function intercepted(inner: Answering, act: (request: ReadRequest) => Seen): Answering {
  return {
    async answer(request) {
      const body = Buffer.from((await request.readBody(maxBytes)) ?? []);
      const acted = act({ ...request, header: request.header, body });
      if (acted.status !== undefined) {
        const headers = { "content-type": "application/json" };
        return { status: acted.status, headers, body: acted.answer ?? "" };
      }
      const headers = new Map(
        Object.entries(acted.headers ?? {}).map(([name, to]) => [name.toLowerCase(), to]),
      );
      const bytes = acted.body ?? body;
      return inner.answer({
        method: acted.method ?? request.method,
        url: request.url,
        header: (name) => {
          const changed = headers.get(name.toLowerCase());
          if (changed === undefined) return request.header(name);
          return changed;
        },
        readBody: (limit) => (bytes.length > limit ? undefined : bytes),
      });
    },
  };
}

/** The JSON of a body; `undefined` if it isn't JSON. */
export function bodyJson({ body }: Pick<ReadRequest, "body">): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

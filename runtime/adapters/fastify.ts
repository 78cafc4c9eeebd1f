import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { defaultLinger, linger, receiverAsker } from "./node-exchange.js";
import { assertNodeOptions, type NodeAdapterOptions } from "./node-options.js";

export type { AnsweringReceiver } from "../ports/answer.js";
export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";

/** Options of the Fastify route. */
export interface FastifyRouteOptions extends NodeAdapterOptions {
  /** Path of the endpoint. */
  readonly url: string;
}

/** The part of Fastify's reply that is used. */
interface Reply {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(payload?: Uint8Array | Readable): unknown;
  readonly raw: ServerResponse;
}

type Method = "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT";

/** A route of Fastify 5. */
export interface FastifyRoute {
  readonly method: Method[];
  readonly url: string;
  readonly onRequest: (request: { readonly raw: IncomingMessage }, reply: Reply) => Promise<unknown>;
  readonly handler: () => Promise<void>;
}

const methods: readonly Method[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const remedy = "no `onRequest` hook of the application may consume `request.raw`";

interface Answered {
  readonly answer: Answer;
  readonly unread: IncomingMessage | undefined;
}

/** A body that is sent at once, but ends only after the sender had time to see it. */
function lingeringBody(body: Buffer, unread: IncomingMessage, response: ServerResponse): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    // Without a body, the headers would wait for its end.
    if (body.length === 0) response.flushHeaders();
    else yield body;
    await linger(unread, defaultLinger);
  }
  return Readable.from(pieces(), { objectMode: false });
}

/**
 * A route for `app.route(…)`. It answers in `onRequest`, before Fastify parses the body, so the application's content
 * type parsers and body limit don't affect the raw bytes; hooks that inspect the answer run as
 * usual. Throws `AdapterMisconfigured` for an unknown option or an invalid limit.
 */
export function toFastifyRoute(receiver: AnsweringReceiver, options: FastifyRouteOptions): FastifyRoute {
  assertNodeOptions(options, ["url"]);
  const ask = receiverAsker(receiver, options, remedy);
  return {
    method: [...methods],
    url: options.url,
    async onRequest(request, reply) {
      const { answer, unread } = await new Promise<Answered>((resolve, reject) => {
        ask(request.raw, (answer, unread) => resolve({ answer, unread }), reject);
      });
      const { status, headers, body } = answer;
      reply.code(status);
      reply.headers({ ...headers });
      // Fastify adds a charset to the content type of a text.
      if (unread !== undefined) reply.send(lingeringBody(Buffer.from(body), unread, reply.raw));
      else reply.send(body === "" ? undefined : Buffer.from(body));
      return reply;
    },
    // Never reached: a reply that was sent in `onRequest` ends the route.
    handler: async () => {},
  };
}

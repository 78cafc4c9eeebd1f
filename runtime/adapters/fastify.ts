import type { IncomingMessage } from "node:http";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { defaultLinger, linger } from "./linger.js";
import { receiverAsker } from "./node-exchange.js";
import { assertNodeOptions, type NodeAdapterOptions } from "./node-options.js";

export type { AnsweringReceiver } from "../ports/answer.js";
export { BodyAlreadyParsed } from "./body-already-parsed.js";
export { AdapterMisconfigured } from "./options.js";

/** Options of the Fastify route. */
export interface FastifyRouteOptions extends NodeAdapterOptions {
  /** Path of the endpoint. */
  readonly url: string;
}

/** The part of Fastify's reply that is used. */
interface Reply {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(payload?: Uint8Array): unknown;
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
      const { status, headers, body } = await new Promise<Answer>((resolve, reject) => {
        const answered = (answer: Answer, unread?: IncomingMessage): void => {
          if (unread === undefined) resolve(answer);
          // Fastify ends the response together with the answer, so the sender's time comes before it.
          else linger(unread, defaultLinger).then(() => resolve(answer));
        };
        ask(request.raw, answered, reject);
      });
      reply.code(status);
      reply.headers({ ...headers });
      // Fastify adds a charset to the content type of a text.
      reply.send(body === "" ? undefined : Buffer.from(body));
      return reply;
    },
    // Never reached: a reply that was sent in `onRequest` ends the route.
    handler: async () => {},
  };
}

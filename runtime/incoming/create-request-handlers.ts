import { notAmong } from "../nearest-names.js";
import type { Answer, AnsweringReceiver, IncomingRequest } from "../ports/answer.js";
import { createDefaultLogger } from "../webhook/default-logger.js";
import { checkOptions } from "./check-options.js";
import { checkRequest } from "./check-request.js";
import type { IncomingTable } from "./descriptor.js";
import { HandlersMisconfigured } from "./errors.js";
import type { HandlingOptions, RequestContext } from "./options.js";
import { assertShallow, parseBody, readBytes } from "./read-body.js";
import { Refused, refusalAnswer } from "./refusal.js";
import type { GivenRequest, Handling, RequestHandlers, RequestToName } from "./request-handlers.js";
import { writeResult } from "./write-result.js";

const defaultMaxBodyBytes = 1024 * 1024;

type AnyHandler = (request: object, context: RequestContext) => unknown;

/**
 * Handlers of the requests in a table. Generated code calls it. Throws `HandlersMisconfigured` for an unknown option, a name that
 * isn't in the table, or a request without a handler if there is no fallback.
 */
export function createRequestHandlers<Handlers>(
  table: IncomingTable,
  options: HandlingOptions<Handlers>,
): RequestHandlers<Handlers> {
  checkOptions(table, options);
  const { authenticate, maxBodyBytes = defaultMaxBodyBytes, logger = createDefaultLogger() } = options;
  const handlers = (options.handlers ?? {}) as Readonly<Record<string, AnyHandler | undefined>>;

  const requestNamed = (name: string) => {
    const found = Object.hasOwn(table, name) ? table[name] : undefined;
    if (found === undefined) throw new Refused("unknown-request", 404);
    return found;
  };

  const run = async (name: string, request: GivenRequest): Promise<Answer> => {
    const found = requestNamed(name);
    const { header = () => null, url, body, contentType = null } = request;
    const checked = checkRequest(found, { header, url, body, contentType });
    const handler =
      (Object.hasOwn(handlers, name) ? handlers[name] : undefined) ?? (options.fallback as AnyHandler);
    return writeResult(await handler(checked, { name, header, url }), found.descriptor);
  };

  const assertMethod = (name: string, method: string): void => {
    const { descriptor } = requestNamed(name);
    if (descriptor.method !== method.toUpperCase())
      throw new Refused("method-not-allowed", 405, { allow: descriptor.method });
  };

  const answerOf = async (which: string | RequestToName, request: IncomingRequest): Promise<Answer> => {
    if (typeof which === "string") assertMethod(which, request.method);
    const bytes = await readBytes(request, maxBodyBytes);
    const { method, url } = request;
    const header = (name: string): string | null => request.header(name);
    const isAuthentic =
      authenticate === "elsewhere" || (await authenticate({ method, url, header, body: bytes })) === true;
    if (!isAuthentic) throw new Refused("unauthenticated", 401);
    const contentType = header("content-type");
    const body = parseBody(bytes, contentType);
    const name = typeof which === "string" ? which : which({ header, url, body });
    if (typeof name !== "string") throw new Refused("unknown-request", 404);
    if (typeof which !== "string") assertMethod(name, method);
    return run(name, { header, url, body, contentType });
  };

  const refused = (name: string | undefined, refusal: Refused): Answer => {
    const { reason, status, details } = refusal;
    const errors = details.findings?.map(({ part, pointer, code }) => ({
      pointer: `${part}${pointer}`,
      keyword: code,
    }));
    logger.warn({ code: reason, status, eventType: name, errors }, "request refused");
    return refusalAnswer(refusal);
  };

  return {
    receiver(which): AnsweringReceiver {
      if (typeof which === "string" && !Object.hasOwn(table, which))
        throw new HandlersMisconfigured(notAmong("request", which, Object.keys(table)));
      const known = typeof which === "string" ? which : undefined;
      return {
        async answer(request) {
          try {
            return await answerOf(which as string | RequestToName, request);
          } catch (cause) {
            if (cause instanceof Refused) return refused(known, cause);
            const error = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
            logger.error({ eventType: known, status: 500, error, cause }, "request failed");
            return { status: 500, headers: {}, body: "" };
          }
        },
      };
    },
    async handle(name, request): Promise<Handling> {
      try {
        assertShallow(request.body);
        const answer = await run(name, { contentType: "application/json", ...request });
        return { kind: "handled", answer };
      } catch (cause) {
        if (!(cause instanceof Refused)) throw cause;
        const { reason, details } = cause;
        return { kind: "refused", code: reason, findings: details.findings ?? [] };
      }
    },
  };
}

import { notAmong, unknownOption } from "../nearest-names.js";
import type { Answer, AnsweringReceiver, IncomingRequest } from "../ports/answer.js";
import { createDefaultLogger } from "../webhook/default-logger.js";
import { assertShallow, checkRequest, parseBody, readBytes } from "./check-request.js";
import type { IncomingTable } from "./descriptor.js";
import {
  HandlersMisconfigured,
  Refused,
  type RequestFinding,
  type RequestRefusalCode,
  refusalAnswer,
} from "./errors.js";
import type { HandlingOptions, RequestContext } from "./options.js";
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

  const makeAnswer = async (which: string | RequestToName, request: IncomingRequest): Promise<Answer> => {
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
            return await makeAnswer(which as string | RequestToName, request);
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

/** Handlers of the webhooks or the callbacks of an API. */
export interface RequestHandlers<Handlers> {
  /**
   * A receiver for an adapter of `@oipkit/runtime/adapters`: of one webhook at a URL of its own, by its name, or of all at one URL, by
   * a function that reads the name from the request, which is authenticated by then. It authenticates, parses and checks a
   * request, calls the handler, and answers what that returns; a request that doesn't match the contract gets 400, a
   * name that isn't in it 404, and a handler that throws 500.
   */
  readonly receiver: (which: (keyof Handlers & string) | RequestToName) => AnsweringReceiver;
  /**
   * Checks a request that is parsed already and calls its handler: in a queue, or behind a framework. It doesn't authenticate.
   * Rejects with what the handler throws, and with `InvalidResultError`.
   */
  readonly handle: (name: keyof Handlers & string, request: GivenRequest) => Promise<Handling>;
}

/** Reads the name of a webhook from a request; nothing if there is none. The body is parsed, but not checked. */
export type RequestToName = (
  request: Pick<GivenRequest, "url"> & { readonly header: IncomingRequest["header"]; readonly body: unknown },
) => string | null | undefined;

/** A parsed request. */
export interface GivenRequest {
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string | null | undefined;
  /** A header's value by its name in lower case. Default: there are none. */
  readonly header?: IncomingRequest["header"] | undefined;
  /** For query parameters: the path with the query, or the whole URL. */
  readonly url?: string | undefined;
}

/** What became of a request. */
export type Handling =
  | { readonly kind: "handled"; readonly answer: Answer }
  | {
      readonly kind: "refused";
      readonly code: RequestRefusalCode;
      readonly findings: readonly RequestFinding[];
    };

const known = ["handlers", "fallback", "authenticate", "maxBodyBytes", "logger"];

/** Throws `HandlersMisconfigured` for options that don't fit the requests of a table. */
function checkOptions(table: IncomingTable, options: object): void {
  const problem = unknownOption(options, known);
  if (problem !== undefined) throw new HandlersMisconfigured(problem);
  const {
    handlers = {},
    fallback,
    authenticate,
    maxBodyBytes = 1,
  } = options as Readonly<Record<string, unknown>>;
  if (typeof authenticate !== "function" && authenticate !== "elsewhere")
    throw new HandlersMisconfigured(
      '`authenticate` is a function, or "elsewhere" if a gateway authenticates requests',
    );
  if (!Number.isSafeInteger(maxBodyBytes) || Number(maxBodyBytes) < 1)
    throw new HandlersMisconfigured("`maxBodyBytes` is a positive integer");
  if (fallback !== undefined && typeof fallback !== "function")
    throw new HandlersMisconfigured("`fallback` is a function");
  const names = Object.keys(table);
  for (const [name, handler] of Object.entries(handlers as object)) {
    if (!Object.hasOwn(table, name)) throw new HandlersMisconfigured(notAmong("request", name, names));
    if (handler !== undefined && typeof handler !== "function")
      throw new HandlersMisconfigured(`the handler of \`${name}\` isn't a function`);
  }
  const given = handlers as Readonly<Record<string, unknown>>;
  const missing = names.find((name) => !Object.hasOwn(given, name) || given[name] === undefined);
  if (fallback === undefined && missing !== undefined)
    throw new HandlersMisconfigured(`\`${missing}\` has no handler, and there is no \`fallback\``);
}

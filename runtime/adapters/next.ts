import { assertKnownOptions, bodyPaceNames, readStreamOptions } from "./adapter.js";
import { answerRequest, type DrainingReceiver, type FetchAdapterOptions } from "./fetch-exchange.js";

export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { DrainingReceiver, FetchAdapterOptions as NextAdapterOptions } from "./fetch-exchange.js";

type RouteHandler = (request: Request) => Promise<Response>;

/** The handlers of a `route.ts` of Next.js's App Router. */
export type NextRoute = Readonly<
  Record<"DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT", RouteHandler>
>;

const remedy = "no code before the receiver may read the request (`request.json()`, `request.text()`)";

/**
 * Handlers of a route of the App Router: `export const { GET, HEAD, POST, … } = toNextRoute(() => …)`. The receiver is
 * created on the first request, since `next build` loads every route, without the secrets of production; if that
 * fails, Next answers 500, and the next request tries again. On a serverless platform pass Next's `after` as `waitUntil`, so that handlers of the event run before the process
 * freezes. Throws `AdapterMisconfigured` for an unknown option or an invalid limit.
 */
export function toNextRoute(
  makeReceiver: () => DrainingReceiver,
  options: FetchAdapterOptions = {},
): NextRoute {
  assertKnownOptions(options, ["onFault", "waitUntil", ...bodyPaceNames]);
  readStreamOptions(options);
  let answer: ReturnType<typeof answerRequest> | undefined;
  const handler: RouteHandler = async (request) => {
    answer ??= answerRequest(makeReceiver(), options, remedy);
    return answer(request, options.waitUntil);
  };
  return {
    DELETE: handler,
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    PATCH: handler,
    POST: handler,
    PUT: handler,
  };
}

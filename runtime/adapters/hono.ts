import { assertKnownOptions, bodyPaceNames } from "./adapter.js";
import { answerRequest, type DrainingReceiver, type FetchAdapterOptions } from "./fetch-exchange.js";

export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { DrainingReceiver, FetchAdapterOptions as HonoAdapterOptions } from "./fetch-exchange.js";

/** The part of Hono's context that is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /** Throws if the runtime has none. */
  readonly executionCtx: { waitUntil(work: Promise<unknown>): void };
}

const remedy =
  "no middleware before the receiver may read the body (`c.req.json()`, `c.req.text()`, a body validator)";

/**
 * A handler for `app.all(path, …)`. If the runtime offers `executionCtx.waitUntil`, handlers of the event run in
 * it, unless the options provide another. Throws `AdapterMisconfigured` for an unknown option or an invalid limit.
 */
export function toHonoHandler(
  receiver: DrainingReceiver,
  options: FetchAdapterOptions = {},
): (context: HonoContext) => Promise<Response> {
  assertKnownOptions(options, ["onFault", "waitUntil", ...bodyPaceNames]);
  const answer = answerRequest(receiver, options, remedy);
  return (context) => answer(context.req.raw, options.waitUntil ?? findWaitUntil(context));
}

function findWaitUntil(context: HonoContext): FetchAdapterOptions["waitUntil"] {
  try {
    const execution = context.executionCtx;
    return (work) => execution.waitUntil(work);
  } catch {
    return undefined;
  }
}

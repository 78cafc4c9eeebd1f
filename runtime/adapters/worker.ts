import {
  type AdapterOptions,
  assertKnownOptions,
  type BodyPaceOptions,
  bodyPaceNames,
  readStreamOptions,
} from "./adapter.js";
import { answerRequest, type DrainingReceiver } from "./fetch-exchange.js";

export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { DrainingReceiver } from "./fetch-exchange.js";

/** Options of a worker. */
export interface WorkerOptions extends AdapterOptions, BodyPaceOptions {}

/** The part of a worker's execution context that is used. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}

/** The default export of a worker's module. */
export interface Worker<Env> {
  readonly fetch: (request: Request, env: Env, context: WorkerContext) => Promise<Response>;
}

const remedy = "pass the worker's original request to the receiver before anything reads its body";

/**
 * A worker: `export default toWorker((env) => createReceiver(…))`. Secrets come with `env`, so the receiver is created on
 * the first request of each environment and kept. Handlers of an event run in `waitUntil`. The receiver uses
 * `node:crypto` and `Buffer`, which Cloudflare's workers have with the compatibility flag `nodejs_compat`. Throws
 * `AdapterMisconfigured` for an unknown option or an invalid limit; `fetch` rejects only if the receiver can't be created.
 */
export function toWorker<Env extends object>(
  makeReceiver: (env: Env) => DrainingReceiver,
  options: WorkerOptions = {},
): Worker<Env> {
  assertKnownOptions(options, ["onFault", ...bodyPaceNames]);
  readStreamOptions(options);
  const made = new WeakMap<Env, ReturnType<typeof answerRequest>>();
  return {
    async fetch(request, env, context) {
      const answer = made.get(env) ?? answerRequest(makeReceiver(env), options, remedy);
      made.set(env, answer);
      return answer(request, (work) => context.waitUntil(work));
    },
  };
}

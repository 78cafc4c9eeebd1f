import type { Answer } from "../ports/answer.js";
import { type AdapterOptions, assertKnownOptions, BodyAlreadyParsed, faultReporter } from "./adapter.js";
import type { DrainingReceiver } from "./fetch-exchange.js";
import {
  isV2,
  type LambdaEvent,
  requestBytes,
  requestHeaders,
  requestMethod,
  requestTarget,
} from "./lambda-event.js";

export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { DrainingReceiver } from "./fetch-exchange.js";
export {
  type LambdaEvent,
  type LambdaEventV1,
  type LambdaEventV2,
  UnsupportedLambdaEvent,
} from "./lambda-event.js";

/** Options of the Lambda handler. */
export interface LambdaAdapterOptions extends AdapterOptions {
  /**
   * Lets handlers run before the answer, for at most this many milliseconds, since the process freezes afterwards.
   * The event is already committed. Default: not at all; something else calls the receiver's `drain`.
   */
  readonly drainMs?: number | undefined;
}

/** A function's result, for payloads 1.0 and 2.0. */
export interface LambdaResult {
  readonly statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

const remedy =
  "remove the middleware that replaces `event.body` (a JSON body parser), or let it keep `event.rawBody`";

/**
 * A function behind API Gateway (REST and HTTP APIs, payload 1.0 and 2.0), a function URL or a load balancer. Rejects
 * with `UnsupportedLambdaEvent` for anything else. Throws `AdapterMisconfigured` for an unknown option.
 */
export function toLambdaHandler(
  receiver: DrainingReceiver,
  options: LambdaAdapterOptions = {},
): (event: LambdaEvent) => Promise<LambdaResult> {
  assertKnownOptions(options, ["onFault", "drainMs"]);
  const report = faultReporter(options);
  return async (event) => {
    const method = requestMethod(event);
    const headers = requestHeaders(event);
    const answer = await receiver.answer({
      method,
      url: requestTarget(event),
      header: (name) => headers.get(name) ?? null,
      async readBody(limit) {
        const bytes = requestBytes(event);
        if (bytes !== undefined) return bytes.length > limit ? undefined : bytes;
        const fault = new BodyAlreadyParsed(remedy);
        report(fault);
        throw fault;
      },
    });
    if (answer.status < 300 && options.drainMs !== undefined) await drain(receiver, options.drainMs, report);
    return lambdaResult(event, answer);
  };
}

async function drain(
  receiver: DrainingReceiver,
  limitMs: number,
  report: (fault: Error) => void,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([receiver.drain?.(), limit]);
  } catch (cause) {
    report(cause instanceof Error ? cause : new Error(String(cause)));
  } finally {
    clearTimeout(timer);
  }
}

function lambdaResult(event: LambdaEvent, { status, headers, body }: Answer): LambdaResult {
  // The connection belongs to the gateway.
  const { connection: _, ...kept } = headers;
  const rest = { statusCode: status, body, isBase64Encoded: false };
  // A load balancer that sends lists expects lists.
  const wantsLists = !isV2(event) && !event.headers && event.multiValueHeaders;
  if (!wantsLists) return { ...rest, headers: kept };
  return {
    ...rest,
    multiValueHeaders: Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, [value]])),
  };
}

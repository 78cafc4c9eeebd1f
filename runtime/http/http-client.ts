import { buildRequest } from "./build-request.js";
import { startDeadline } from "./deadline.js";
import { InvalidRequestError } from "./errors.js";
import {
  type CallOptions,
  type HttpClientOptions,
  type HttpSettings,
  readCallOptions,
  readHttpOptions,
} from "./http-options.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { readAnswer } from "./read-answer.js";
import { sendRequest } from "./send-request.js";

/** What generated operations call. One client has one base URL and sends to its origin only. */
export interface HttpClient {
  /** The base URL, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Calls an operation. `Answer` is what the generated function says its answer is; it isn't checked here
   * beyond status, content type and JSON syntax.
   *
   * Throws `InvalidRequestError`, `InvalidOptionError` and `ForeignOriginError` before anything is sent, and
   * `NetworkError`, `TimeoutError`, `AbortedError`, `RedirectError`, `ForeignOriginError`, `ContentTypeError`
   * and `MalformedBodyError` after; an answer of any status is returned.
   */
  call<Answer>(operation: OperationDescriptor, request?: object, options?: CallOptions): Promise<Answer>;
}

/**
 * Makes a client. The options are read once; changing the record later changes nothing. Throws
 * `InvalidOptionError`.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const settings = readHttpOptions(options);
  return {
    baseUrl: settings.baseUrl,
    call: <Answer>(operation: OperationDescriptor, request: object = {}, options: CallOptions = {}) =>
      callOnce(settings, { operation, request, options }) as Promise<Answer>,
  };
}

async function callOnce(
  settings: HttpSettings,
  { operation, request, options }: { operation: OperationDescriptor; request: object; options: CallOptions },
) {
  const { signal, timeoutMs, headers: own } = readCallOptions(options, settings);
  const built = buildRequest(operation, { ...request }, settings);
  const deadline = startDeadline(operation.id, { timeoutMs, signal });
  try {
    const identity = await deadline.guard(() => settings.authorize(operation, { signal: deadline.signal }));
    putOver(built.headers, readIdentity(operation, identity));
    putOver(built.headers, own);
    const response = await sendRequest(operation, built, { settings, deadline });
    return await readAnswer(operation, response, deadline);
  } catch (error) {
    deadline.close();
    throw error;
  }
}

function readIdentity(operation: OperationDescriptor, given: HeadersInit): Headers {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error quotes the value, which is most likely a token.
    throw new InvalidRequestError(operation.id, "authorize", "gave a name or value that isn't a header");
  }
}

function putOver(headers: Headers, others: Headers): void {
  others.forEach((value, name) => {
    headers.set(name, value);
  });
}

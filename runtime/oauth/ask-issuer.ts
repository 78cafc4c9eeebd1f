import {
  allowInsecureRequests,
  type CustomFetchOptions,
  customFetch,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { readLimited } from "../http/answer/read-body.js";
import { failureName } from "../http/attempt/deadline.js";
import type { Fetch } from "../http/credentials.js";
import { IdentityError, type IssuerFacts } from "./errors.js";
import { type AddressPolicy, addressProblem } from "./issuer-address.js";

/** How an issuer is reached. */
export interface IssuerAccess extends AddressPolicy {
  readonly fetch: Fetch;
  /** Milliseconds for one request, including its answer. */
  readonly timeoutMs: number;
  /** Longest body of an answer that is read, in bytes after content decoding. */
  readonly maxAnswerBytes: number;
}

type RequestFacts = CustomFetchOptions<"GET" | "POST", URLSearchParams | undefined>;

/** The options of a request function of `oauth4webapi`. */
export interface RequestOptions {
  readonly [customFetch]: (url: string, init: RequestFacts) => Promise<Response>;
  readonly [allowInsecureRequests]: boolean;
  readonly signal: AbortSignal;
}

/** Longest delay of `setTimeout`, about 25 days; anything above would fire immediately. */
const longestDelay = 2 ** 31 - 1;

/** A failure that our own code has already classified. */
class KnownFailure extends Error {
  constructor(readonly facts: IssuerFacts) {
    super(facts.reason);
  }
}

/**
 * Sends one request to the issuer and reads its answer, within the time limit. A failure becomes `failure`'s error;
 * an abort by `signal` rejects with the signal's reason.
 */
export async function askIssuer<T>(
  access: IssuerAccess,
  request: (options: RequestOptions) => Promise<T>,
  { signal, failure }: { signal: AbortSignal | undefined; failure: (facts: IssuerFacts) => Error },
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  ended.catch(() => {});
  const timeOut = () => controller.abort(new KnownFailure({ reason: "timeout" }));
  const timer = setTimeout(timeOut, Math.min(access.timeoutMs, longestDelay));
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const options: RequestOptions = {
    [customFetch]: (url, init) => fetchWhole(access, url, init),
    [allowInsecureRequests]: new URL(access.issuer).protocol === "http:",
    signal: controller.signal,
  };
  try {
    // A `fetch` implementation may ignore the signal.
    return await Promise.race([request(options), ended]);
  } catch (error) {
    signal?.throwIfAborted();
    throw failure(issuerFacts(controller.signal.aborted ? controller.signal.reason : error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Reads the body immediately, so that an incomplete answer is a network failure, not a body that isn't JSON. */
async function fetchWhole(access: IssuerAccess, url: string, facts: RequestFacts): Promise<Response> {
  const { fetch, maxAnswerBytes } = access;
  const reason = addressProblem(url, access);
  if (reason !== undefined) throw new KnownFailure({ reason, detail: urlOrigin(url) });
  try {
    const response = await fetch(url, facts as RequestInit);
    // A redirect that a browser hides has no status to report.
    if (response.type === "opaqueredirect")
      throw new KnownFailure({ reason: "malformed", detail: "a redirect" });
    const body = await readLimited(response, maxAnswerBytes);
    const { status, headers } = response;
    if (body === undefined)
      throw new KnownFailure({ reason: "too-large", status, detail: `more than ${maxAnswerBytes} bytes` });
    return new Response(body.length === 0 ? null : body, { status, headers });
  } catch (error) {
    if (error instanceof KnownFailure) throw error;
    throw new KnownFailure({ reason: "network", detail: describeCause(error) });
  }
}

/** For messages: the rest of an address may hold what isn't for logs. */
function urlOrigin(url: string): string | undefined {
  if (URL.canParse(url)) return new URL(url).origin;
  return undefined;
}

function issuerFacts(error: unknown): IssuerFacts {
  if (error instanceof KnownFailure) return error.facts;
  if (error instanceof ResponseBodyError)
    return { reason: "refused", status: error.status, oauthError: readOAuthError(error.error) };
  if (error instanceof WWWAuthenticateChallengeError) return { reason: "refused", status: error.status };
  if (error instanceof UnsupportedOperationError) return { reason: "unsupported" };
  if (error instanceof OperationProcessingError) {
    if (error.code === "OAUTH_HTTP_REQUEST_FORBIDDEN" || error.code === "OAUTH_REQUEST_PROTOCOL_FORBIDDEN")
      return { reason: "insecure" };
    const { cause } = error;
    if (cause instanceof Response && cause.status !== 200) return { reason: "refused", status: cause.status };
    return { reason: "malformed", detail: metadataAttribute(cause) };
  }
  if (error instanceof IdentityError) throw error;
  // For example an address in the answer that can't be parsed. It may hold the answer, so only its kind is kept.
  return { reason: "malformed", detail: describeCause(error) };
}

/** The member of the discovery document that is missing or not a URL. */
function metadataAttribute(cause: unknown): string | undefined {
  const attribute = typeof cause === "object" && cause !== null && "attribute" in cause && cause.attribute;
  if (typeof attribute === "string") return `\`${attribute}\` of the discovery document`;
  return undefined;
}

/** Error codes are lower-case words; anything else might repeat what was sent, including a secret. */
export function readOAuthError(value: unknown): string | undefined {
  if (typeof value === "string" && /^[a-z]+(?:_[a-z]+){0,5}$/.test(value) && value.length <= 40) return value;
  return undefined;
}

/** The kind of a failure: the error itself may hold the request. */
export function describeCause(error: unknown): string {
  return failureName(error) ?? "an error";
}

/** The JSON object that an answer with status 200 holds, otherwise an empty one. The answer's own body stays unread. */
export async function answeredObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body =
    response.status === 200 &&
    (await response
      .clone()
      .json()
      .catch(() => {}));
  return { ...body };
}

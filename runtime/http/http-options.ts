import { InvalidOptionError } from "./errors.js";
import type { OperationDescriptor } from "./operation-descriptor.js";

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Headers that identify the caller, asked for once per call, right before it is sent. `signal` ends with the
 * call's deadline or abort. The headers go to the base URL's origin only.
 */
export type Authorize = (
  operation: OperationDescriptor,
  context: { readonly signal: AbortSignal },
) => HeadersInit | Promise<HeadersInit>;

export interface HttpClientOptions {
  /** `https://host[:port][/prefix]` (or `http:`): the prefix is put before each operation's path. */
  readonly baseUrl: string | URL;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Sent with every request. The operation's own headers, `authorize` and the call's headers go over them. */
  readonly headers?: HeadersInit | undefined;
  readonly authorize?: Authorize | undefined;
  /** Milliseconds from the call until its answer is complete. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Makes idempotency keys. Default: `crypto.randomUUID`. */
  readonly randomUUID?: (() => string) | undefined;
}

export interface CallOptions {
  /** Ends the call, also while a binary body is read. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Over all other headers of this one call. */
  readonly headers?: HeadersInit | undefined;
}

/** The options with every default in its place. */
export interface HttpSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly fetch: Fetch;
  readonly headers: Headers;
  readonly authorize: Authorize;
  readonly timeoutMs: number;
  readonly randomUUID: () => string;
}

/** Checks a client's options; throws `InvalidOptionError` for an unknown or unusable one. */
export function readHttpOptions(options: HttpClientOptions): HttpSettings {
  refuseUnknown(options, ["baseUrl", "fetch", "headers", "authorize", "timeoutMs", "randomUUID"]);
  const baseUrl = readBaseUrl(options.baseUrl);
  return {
    baseUrl: baseUrl.href.replace(/\/+$/, ""),
    origin: baseUrl.origin,
    // Looked up at each call, so that whoever replaces the global later is heard.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: readHeaders(options.headers),
    authorize: options.authorize ?? (() => ({})),
    timeoutMs: readTimeout(options.timeoutMs ?? Number.POSITIVE_INFINITY),
    randomUUID: options.randomUUID ?? (() => crypto.randomUUID()),
  };
}

/** Checks a call's options; throws `InvalidOptionError`. */
export function readCallOptions(
  options: CallOptions,
  settings: HttpSettings,
): { signal: AbortSignal | undefined; timeoutMs: number; headers: Headers } {
  refuseUnknown(options, ["signal", "timeoutMs", "headers"]);
  return {
    signal: options.signal,
    timeoutMs: readTimeout(options.timeoutMs ?? settings.timeoutMs),
    headers: readHeaders(options.headers),
  };
}

function refuseUnknown(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name))
      throw new InvalidOptionError(name, `is unknown; there are ${known.join(", ")}`);
  }
}

function readBaseUrl(given: string | URL): URL {
  if (!URL.canParse(given)) throw new InvalidOptionError("baseUrl", "isn't an absolute URL");
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new InvalidOptionError("baseUrl", "isn't an https: or http: URL");
  if (url.username !== "" || url.password !== "")
    throw new InvalidOptionError("baseUrl", "must not hold credentials");
  if (url.search !== "" || url.hash !== "")
    throw new InvalidOptionError("baseUrl", "must not have a query or a fragment");
  return url;
}

function readHeaders(given: HeadersInit | undefined): Headers {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error quotes the value, which may be a secret.
    throw new InvalidOptionError("headers", "holds a name or value that isn't a header");
  }
}

function readTimeout(timeoutMs: number): number {
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0))
    throw new InvalidOptionError("timeoutMs", "isn't a number above 0");
  return timeoutMs;
}

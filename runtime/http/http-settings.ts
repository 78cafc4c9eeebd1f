import { type RetryPolicy, readRetry, sleep, usualRetry } from "./attempt/retry-policy.js";
import type { Authorizer, Fetch } from "./credentials.js";
import { InvalidOptionError } from "./errors.js";
import { type Hooks, notify } from "./hooks.js";
import type { AcceptOptions, ContractValidation, HttpClientOptions } from "./http-options.js";
import { httpUrl, isLoopback } from "./http-url.js";
import { readHeaders, readOptions } from "./read-options.js";

/** The options with all defaults filled in. */
export interface HttpSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  /** The same for operations with a server of their own; `undefined` for one that must be set. */
  readonly servers: ReadonlyMap<string, Pick<HttpSettings, "baseUrl" | "origin"> | undefined>;
  readonly environment: string | undefined;
  readonly headers: Headers;
  readonly authorizer: Authorizer;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly retry: RetryPolicy;
  readonly hooks: Hooks;
  readonly validation: ContractValidation;
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly randomUUID: () => string;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The options of one call, completed from the client's. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly retry: RetryPolicy;
  readonly headers: Headers;
  readonly url: URL | undefined;
  /** The media type that the answer should have; `isChosen` if it must be one of the contract's. */
  readonly accept: string | undefined;
  readonly isChosen: boolean;
}

/** Checks a client's options; throws `InvalidOptionError` for an unknown or invalid one, and what the credentials throw. */
export function readHttpOptions(options: HttpClientOptions): HttpSettings {
  const { credentials, authorize, ...read } = readOptions(options, usualOptions);
  const address = (option: string, given: string | URL) => readAddress(option, given, read.allowInsecureHttp);
  if (credentials && authorize)
    throw new InvalidOptionError("authorize", "can't be combined with `credentials`");
  const settings = {
    ...read,
    ...address("baseUrl", read.baseUrl),
    servers: new Map(
      Object.entries(read.servers).map(
        ([name, given]) => [name, given ? address("servers", given) : undefined] as const,
      ),
    ),
    headers: readHeaders("headers", read.headers),
    retry: readRetry(read.retry, usualRetry),
  };
  const { onToken } = read.hooks;
  const authorizer = credentials?.bind({
    ...settings,
    onToken: (token) => notify(() => onToken?.(token)),
  });
  return { ...settings, authorizer: authorizer ?? { authorize: authorize ?? (() => ({})) } };
}

function readAddress(
  option: string,
  given: string | URL,
  allowInsecureHttp: boolean,
): Pick<HttpSettings, "baseUrl" | "origin"> {
  const url = httpUrl(given);
  if (!url || /[?#]/.test(url.href)) throw new InvalidOptionError(option, "isn't a plain http(s) URL");
  if (url.protocol === "http:" && !isLoopback(url) && !allowInsecureHttp)
    throw new InvalidOptionError(option, "isn't https: set `allowInsecureHttp`");
  return { baseUrl: url.href.replace(/(?<!\/)\/+$/, ""), origin: url.origin };
}

/** Checks a call's options; throws `InvalidOptionError`. */
export function readCallOptions(
  options: AcceptOptions,
  { baseUrl, timeoutMs, maxAnswerBytes, retry }: HttpSettings,
): CallSettings {
  const read = readOptions(options, { ...usualCallOptions, timeoutMs, maxAnswerBytes });
  const url = read.url && httpUrl(read.url, baseUrl);
  if (read.url && !url) throw new InvalidOptionError("url", "isn't a plain http(s) URL");
  const headers = readHeaders("headers", read.headers);
  return {
    ...read,
    accept: read.accept ?? headers.get("accept") ?? undefined,
    isChosen: read.accept !== undefined,
    retry: readRetry(read.retry, retry),
    headers,
    url: url || undefined,
  };
}

const usualCallOptions: Required<Omit<AcceptOptions, "timeoutMs" | "maxAnswerBytes">> = {
  accept: undefined,
  signal: undefined,
  retry: undefined,
  headers: undefined,
  url: undefined,
};

const usualOptions = {
  // Without a trailing slash the URL can't be read.
  baseUrl: undefined as unknown as string | URL,
  servers: {} as Readonly<Record<string, string | URL | undefined>>,
  allowInsecureHttp: false as boolean,
  environment: undefined as string | undefined,
  issuer: undefined as string | undefined,
  credentials: undefined as HttpClientOptions["credentials"],
  authorize: undefined as HttpClientOptions["authorize"],
  headers: undefined as HeadersInit | undefined,
  timeoutMs: 60_000,
  maxAnswerBytes: 10 * 1024 ** 2,
  retry: undefined as HttpClientOptions["retry"],
  hooks: {} as Hooks,
  validation: {} as ContractValidation,
  // Looked up at each call, so that a later replacement of the global takes effect.
  fetch: ((url, init) => fetch(url, init)) as Fetch,
  now: Date.now,
  random: Math.random,
  randomUUID: (): string => crypto.randomUUID(),
  sleep,
} satisfies { [Name in keyof HttpClientOptions]-?: unknown };

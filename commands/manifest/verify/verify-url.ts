import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { wellFormed } from "../../../reader/text/printable.js";
import { hasCredentials } from "../../options/web-address.js";
import { ManifestError } from "../errors.js";
import type { ManifestFormat } from "../format.js";
import { basePath, defaultMaxFile, defaultTimeout } from "../option-values.js";
import { readManifest } from "../read-manifest.js";
import {
  type AssetProblem,
  type AssetResult,
  createVerification,
  isValid,
  type ManifestVerification,
  mismatch,
  unverifiable,
} from "./verify-folder.js";

/** Which server to verify with which manifest. */
export interface VerifyUrlOptions extends Partial<FetchOptions> {
  /** Path of the manifest. */
  readonly manifest: string;
  /** Folder that it is relative to. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** Where the artifact is served: the paths of the assets are appended. */
  readonly url: string;
  readonly format: ManifestFormat;
  /** A part of the paths that the URL has already, such as `/app`. */
  readonly base?: string | undefined;
}

/** Requests at the same time. */
const atOnce = 6;

/**
 * Requests every asset of a manifest, and compares the digests. Throws `ManifestError` if the URL isn't usable, or if it is
 * stopped.
 */
export async function verifyUrl(options: VerifyUrlOptions): Promise<ManifestVerification> {
  const { format, cwd = process.cwd(), signal } = options;
  const url = baseUrl(options.url);
  const base = basePath(options.base);
  const read = readManifest(resolve(cwd, options.manifest), options.manifest, format);
  if (!isValid(read)) return unverifiable(read);
  const {
    fetch = globalThis.fetch,
    maxFile = defaultMaxFile,
    timeout = defaultTimeout,
    deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds),
  } = options;
  const { assets } = read.manifest;
  const results: AssetResult[] = [];
  const next = assets.entries();
  const verifyNext = async (): Promise<void> => {
    for (const [index, { path, sha256 }] of next) {
      if (signal?.aborted) return;
      const address = path.startsWith(`${base}/`) ? assetUrl(url, path.slice(base.length)) : undefined;
      if (address === undefined) {
        const message = path.startsWith(`${base}/`)
          ? "no URL has this path"
          : `the path isn't below ${base}/, the base that was given`;
        const code = path.startsWith(`${base}/`) ? "path-unusable" : "asset-outside-base";
        results[index] = { kind: "problem", problem: { code, message } };
        continue;
      }
      const fetched = await fetchDigest(address, { fetch, maxFile, timeout, deadline, signal });
      if (fetched.kind === "problem") results[index] = fetched;
      else if (fetched.sha256 === sha256) results[index] = { kind: "verified", size: fetched.size };
      else results[index] = { kind: "problem", problem: mismatch(fetched.sha256), size: fetched.size };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, verifyNext));
  if (signal?.aborted) throw new ManifestError("interrupted", "stopped before all assets were verified");
  return createVerification(read, results, format);
}

/** Control characters, backslashes, and segments that lead up, however they are written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const forbidden = /[\\\u0000-\u001f\u007f]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** The address that an artifact is served from. Throws `ManifestError` unless it is plain HTTP(S). */
export function baseUrl(given: string): URL {
  if (hasCredentials(given))
    throw new ManifestError("options-conflict", "the URL must not hold a user name or a password");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new ManifestError(
      "options-conflict",
      `${given} must be a URL that starts with https:// or http://`,
    );
  if (url.search !== "" || url.hash !== "")
    throw new ManifestError("options-conflict", "the URL must not have a query or a fragment");
  return url;
}

/**
 * The address of an asset: its path appended to that of the base. `undefined` if a browser would take the path for another one or
 * for another server, which no contract should allow.
 */
export function assetUrl(base: URL, path: string): URL | undefined {
  const isPlain =
    path.startsWith("/") && !path.startsWith("//") && !forbidden.test(path) && path === wellFormed(path);
  if (!isPlain) return undefined;
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  const url = new URL(base);
  url.pathname = `${prefix}${path}`;
  if (url.origin === base.origin && url.pathname.startsWith(`${prefix}/`)) return url;
  return undefined;
}

/** How assets are requested. */
interface FetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Largest asset, in bytes. */
  readonly maxFile: number;
  /** Time for one asset, redirects included, in milliseconds. */
  readonly timeout: number;
  /** A signal that is aborted after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly signal?: AbortSignal | undefined;
}

/** The digest of what a server sends, or why there is none. */
type FetchedDigest =
  | { readonly kind: "digest"; readonly sha256: string; readonly size: number }
  | { readonly kind: "problem"; readonly problem: AssetProblem };

const mostRedirects = 5;

/** Requests a resource and hashes it piece by piece, without keeping it. Redirects lead nowhere else. Never rejects. */
async function fetchDigest(url: URL, options: FetchOptions): Promise<FetchedDigest> {
  const { deadline, timeout, signal } = options;
  const late = deadline(timeout);
  const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    const answered = await follow(url, options.fetch, ending);
    if (answered.kind === "problem") return answered;
    return await digestResponse(answered.response, options.maxFile);
  } catch (error) {
    if (late.aborted)
      return problem(
        "asset-late",
        `the server didn't send the file within ${timeout} ms; allow more with --timeout`,
      );
    const { cause = error } = error as { cause?: unknown };
    const { code, name } = cause as { code?: string; name?: string };
    return problem("asset-unreachable", `the server can't be reached, or broke off (${code ?? name})`);
  }
}

type Answered =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "problem"; readonly problem: AssetProblem };

async function follow(start: URL, fetch: FetchOptions["fetch"], signal: AbortSignal): Promise<Answered> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      cache: "no-store",
      // What is compressed is unpacked before it is hashed; without, the server needn't.
      headers: { "accept-encoding": "identity", accept: "*/*" },
    });
    if (response.status === 200) return { kind: "answer", response };
    await response.body?.cancel();
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null)
      return problem("asset-status", `the server answered ${response.status} instead of 200`);
    if (!URL.canParse(location, url))
      return problem("asset-redirect", "the server redirects to an invalid address");
    const next = new URL(location, url);
    if (next.origin !== start.origin)
      return problem("asset-redirect", `the server redirects to another origin, ${next.origin}`);
    if (redirects === mostRedirects)
      return problem("asset-redirect", `the server redirects more than ${mostRedirects} times`);
    url = next;
  }
}

async function digestResponse(response: Response, maxFile: number): Promise<FetchedDigest> {
  const hash = createHash("sha256");
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return { kind: "digest", sha256: hash.digest("hex"), size };
    size += value.length;
    if (size > maxFile) {
      await reader?.cancel();
      return problem(
        "asset-too-large",
        `the file is larger than ${maxFile} bytes; raise the limit with --max-file`,
      );
    }
    hash.update(value);
  }
}

function problem(
  code: string,
  message: string,
): { readonly kind: "problem"; readonly problem: AssetProblem } {
  return { kind: "problem", problem: { code, message } };
}

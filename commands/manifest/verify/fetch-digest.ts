import { createHash } from "node:crypto";
import type { AssetProblem } from "./verification.js";

/** How assets are requested. */
export interface FetchOptions {
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
export type FetchedDigest =
  | { readonly kind: "digest"; readonly sha256: string; readonly size: number }
  | { readonly kind: "problem"; readonly problem: AssetProblem };

const mostRedirects = 5;

/** Requests a resource and hashes it piece by piece, without keeping it. Redirects lead nowhere else. Never rejects. */
export async function fetchDigest(url: URL, options: FetchOptions): Promise<FetchedDigest> {
  const { deadline, timeout, signal } = options;
  const late = deadline(timeout);
  const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    const answered = await follow(url, options.fetch, ending);
    return answered.kind === "problem" ? answered : await digestOf(answered.response, options.maxFile);
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

async function digestOf(response: Response, maxFile: number): Promise<FetchedDigest> {
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

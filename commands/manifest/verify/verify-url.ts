import { resolve } from "node:path";
import { basePath } from "../base-path.js";
import { readManifest } from "../document/read-manifest.js";
import { ManifestError } from "../errors.js";
import type { ManifestFormat } from "../format.js";
import { defaultMaxFile, defaultTimeout } from "../limits.js";
import { assetUrl, baseUrl } from "./asset-url.js";
import { type FetchOptions, fetchDigest } from "./fetch-digest.js";
import {
  type AssetResult,
  mismatch,
  unverifiable,
  type Verification,
  verificationOf,
} from "./verification.js";
import { isValid } from "./verify-folder.js";

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
export async function verifyUrl(options: VerifyUrlOptions): Promise<Verification> {
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
  return verificationOf(read, results, format);
}

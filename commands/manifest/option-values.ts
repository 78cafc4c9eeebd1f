import { ManifestError } from "./errors.js";

/**
 * The path below which an artifact is served, without a slash at its end: `""` or `/app`. Throws `ManifestError` if it doesn't
 * start with a slash.
 */
export function basePath(given: string | undefined): string {
  const base = (given ?? "").replace(/(?<!\/)\/+$/, "");
  if (base === "" || (base.startsWith("/") && !base.startsWith("//"))) return base;
  throw new ManifestError("options-conflict", "the base path must start with one slash, as in /app");
}

/** Largest asset that is read, in bytes: 1 GiB. */
export const defaultMaxFile = 1024 * 1024 * 1024;

/** Time for one asset from a server, in milliseconds. */
export const defaultTimeout = 30_000;

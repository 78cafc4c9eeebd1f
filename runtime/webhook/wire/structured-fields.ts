import { createRequire } from "node:module";
import { OipkitError } from "../../errors.js";

type StructuredFields = typeof import("structured-headers");

/** The package that reads and writes structured fields isn't installed. */
export class StructuredFieldsMissing extends OipkitError {
  readonly code = "structured-headers-missing";
}

let loaded: StructuredFields | undefined;

/**
 * The library for structured fields (RFC 9651), which only signatures of HTTP messages need: an optional peer dependency.
 * Throws `StructuredFieldsMissing`.
 */
export function structuredFields(): StructuredFields {
  loaded ??= load();
  return loaded;
}

function load(): StructuredFields {
  try {
    return createRequire(import.meta.url)("structured-headers") as StructuredFields;
  } catch (cause) {
    const message =
      "signatures of HTTP messages need the package `structured-headers`: npm install structured-headers";
    throw new StructuredFieldsMissing(message, { cause });
  }
}

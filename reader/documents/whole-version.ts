import type { Finding } from "./contracts.js";
import type { ParsedText } from "./parsed-text.js";
import { isSchemaObject } from "./schema-walk.js";

/** A document's value with the whole version of its specification, and what to say if it had only a part of it. */
export interface WholeVersion {
  readonly value: unknown;
  readonly finding?: Omit<Finding, "severity"> & { readonly key: string };
}

const versions = { openapi: /^3\.[012](?:\.[xX*])?$/, asyncapi: /^3\.[01](?:\.[xX*])?$/ };

/** Reads `openapi: "3.0"`, or the number, as `3.0.0`: what the specifications don't allow, but everyone means. */
export function withWholeVersion({ value, lines, locate }: ParsedText): WholeVersion {
  if (!isSchemaObject(value)) return { value };
  for (const key of ["openapi", "asyncapi"] as const) {
    const written = value[key];
    let text = typeof written === "string" ? written.trim() : "";
    if (typeof written === "number") {
      // The number 3.0 is 3.
      const { line, column, endColumn } = locate([key]);
      text = lines.line(line).slice(column - 1, endColumn - 1);
    }
    if (!versions[key].test(text)) continue;
    const version = `${text.slice(0, 3)}.0`;
    const finding = {
      key,
      code: "version-incomplete",
      message: `\`${key}: ${text}\` isn't a whole version; it is read as ${version}`,
      hint: `Write all three numbers: \`${key}: ${version}\`.`,
    } as const;
    return { value: { ...value, [key]: version }, finding };
  }
  return { value };
}

import { tokenVariable } from "../options/credentials.js";
import { type EnvironmentVariable, text, UsageError } from "../options/option.js";

/** Environment of commands that ask a running sandbox. */
export const controlEnvironment: readonly EnvironmentVariable[] = [
  { name: tokenVariable, description: "the token of the sandbox that `--control` names" },
];

/** `--control`. */
export const controlOption = text({
  value: "URL",
  description: "control of the sandbox to ask",
  otherwise: "the one in `.oipkit/sandbox.json`, here or in a folder above",
});

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** A time in RFC 3339 as milliseconds since 1970. Throws `UsageError`. */
export function readTimeOption(given: string, flag: string): number {
  const time = rfc3339.test(given) ? Date.parse(given.replace(" ", "T").toUpperCase()) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${flag} must be a time with its zone, such as 2026-03-01T00:00:00Z`);
}

import { UsageError } from "./option.js";

/** Whether a URL has a user name or a password. Not by `URL`, since one that it can't parse may have them, too. */
export function hasCredentials(given: string): boolean {
  return /^[^/?#]*(?:\/\/[^/?#]*)?@/.test(given.replaceAll("\\", "/"));
}

/**
 * The address of a server as given. Throws `UsageError` unless it is an http or https URL without a user name and a password, which no message
 * repeats. `flag`: what the message calls it.
 */
export function readWebAddress(flag: string, given: string, example: string): string {
  if (hasCredentials(given))
    throw new UsageError(
      `${flag}: the URL must not contain a user name or password, since reports and logs show it`,
    );
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UsageError(`${flag}: \`${given}\` is not an http or https URL such as ${example}`);
  return given;
}

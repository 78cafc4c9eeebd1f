import { unprintable } from "../unprintable.js";

const maxLength = 500;

/** Name and message of a handler's error, on one line, with each of the credentials removed. */
export function failureText(thrown: unknown, credentials: readonly string[]): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const clean = credentials
    .filter((credential) => credential !== "")
    .sort((a, b) => b.length - a.length)
    .reduce((rest, credential) => rest.replaceAll(credential, "[redacted]"), text)
    .replaceAll(unprintable, " ")
    .replaceAll(/ {2,}/g, " ");
  return clean.length > maxLength ? `${Array.from(clean).slice(0, maxLength).join("")}…` : clean;
}

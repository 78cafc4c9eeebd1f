import type { RequestLogEntry } from "./log-entry.js";

/** The words of a search, in lower case. */
export function readWords(search: string | undefined): readonly string[] {
  return (search ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Whether an entry, which is given as JSON, has all these words in its id, its call or what a check looked at. */
export function hasWords(text: string, words: readonly string[]): boolean {
  // Most entries don't even have them as text, and needn't be parsed.
  const lower = text.toLowerCase();
  if (!words.every((word) => lower.includes(JSON.stringify(word).slice(1, -1)))) return false;
  const searched = searchedText(JSON.parse(text) as RequestLogEntry).toLowerCase();
  return words.every((word) => searched.includes(word));
}

function searchedText({ request_id, method, path, operation, status, checks }: RequestLogEntry): string {
  const facts = checks.flatMap(({ looked_at }) => values(looked_at));
  return [request_id, method, path, operation ?? "", String(status), ...facts].join("\n");
}

/** The texts and numbers of a value, without the names of members. */
function values(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(values);
}

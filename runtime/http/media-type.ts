type WithParameters<Essence extends string> = Essence | `${Essence};${string}` | `${Essence} ;${string}`;

/** Media types whose bodies are parsed as JSON, as they may stand in a contract. */
export type JsonMedia = WithParameters<`${string}/json` | `${string}+json`>;
/** Media types of text that goes on arriving; handed out as a stream, not read to its end. */
export type StreamedMedia = WithParameters<(typeof streamedTypes)[number]>;
/** Media types whose bodies are read as a string. {@link StreamedMedia} comes first. */
export type TextMedia = WithParameters<`text/${string}` | `${string}+xml` | (typeof textTypes)[number]>;

const streamedTypes = [
  "text/event-stream",
  "application/jsonl",
  "application/x-ndjson",
  "application/json-seq",
] as const;
const textTypes = ["application/xml", "application/x-www-form-urlencoded"] as const;

export type MediaKind = "json" | "text" | "binary";

/** `type/subtype` in lower case, without parameters; empty where the header is absent. */
export function mediaEssence(contentType: string | null): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** How a body of this media type is read and written. */
export function mediaKind(contentType: string | null): MediaKind {
  const essence = mediaEssence(contentType);
  if (essence.endsWith("/json") || essence.endsWith("+json")) return "json";
  if (streamedTypes.some((type) => type === essence)) return "binary";
  const isText =
    essence.startsWith("text/") || essence.endsWith("+xml") || textTypes.some((type) => type === essence);
  return isText ? "text" : "binary";
}

/** Whether `range` (`image/*`, `*` + `/*`, or a plain media type) covers `contentType`. */
export function mediaCovers(range: string, contentType: string): boolean {
  const wanted = mediaEssence(range);
  const given = mediaEssence(contentType);
  if (wanted === "*/*" || wanted === given) return true;
  return wanted.endsWith("/*") && given.startsWith(wanted.slice(0, -1));
}

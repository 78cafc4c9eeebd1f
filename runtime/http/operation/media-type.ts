type WithParameters<Essence extends string> = Essence | `${Essence};${string}` | `${Essence} ;${string}`;

/** Media types whose bodies are parsed as JSON, as a contract may spell them. */
export type JsonMedia = WithParameters<`${string}/json` | `${string}+json`>;
/** Media types of items that follow each other; returned as a stream, not read to the end. */
export type StreamedMedia = WithParameters<
  | "text/event-stream"
  | "application/jsonl"
  | "application/ndjson"
  | "application/x-ndjson"
  | "application/json-seq"
  | `${string}+json-seq`
>;
/** Media types whose bodies are read as a string. {@link StreamedMedia} takes precedence. */
export type TextMedia = WithParameters<
  `text/${string}` | `${string}+xml` | "application/xml" | "application/x-www-form-urlencoded"
>;

/** How the items of a {@link StreamedMedia} follow each other. */
export type StreamLayout = "events" | "lines" | "sequence";

/** How a body of a media type is read and written. */
type MediaKind = "json" | "text" | "binary";

/** `type/subtype` in lower case, without parameters; empty if the header is absent. */
export function mediaEssence(contentType: string | null): string {
  return (contentType ?? "").replace(/;.*/s, "").trim().toLowerCase();
}

/** How a body of this media type is read and written, like the types above. */
export function mediaKind(contentType: string | null): MediaKind {
  const essence = mediaEssence(contentType);
  if (/[/+]json$/.test(essence)) return "json";
  if (streamedMedia(essence) !== undefined) return "binary";
  if (/^text\/|[/+]xml$|\/x-www-form-urlencoded$/.test(essence)) return "text";
  return "binary";
}

/** How the items of a body of this media type, without parameters, follow each other; `undefined` if it isn't streamed. */
export function streamedMedia(essence: string): StreamLayout | undefined {
  if (essence === "text/event-stream") return "events";
  if (/^application\/(?:jsonl|(?:x-)?ndjson)$/.test(essence)) return "lines";
  if (/[/+]json-seq$/.test(essence)) return "sequence";
  return undefined;
}

/** Whether `range` (`image/*`, `application/*+json`, `*` + `/*`, or a plain media type) covers `contentType`. */
export function mediaCovers(range: string, contentType: string): boolean {
  const [start = "", end] = mediaEssence(range).replace("*/*", "*").split("*");
  const given = mediaEssence(contentType);
  // A type has one slash, so what begins and ends like a plain one equals it; a comparison would cost each bundle bytes.
  return given.startsWith(start) && given.endsWith(end ?? start);
}

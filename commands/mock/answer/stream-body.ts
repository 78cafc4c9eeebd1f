import { streamedMedia, streamItem } from "@oipkit/runtime/http";

/** A list as a stream of its items: events, lines of JSON, or a JSON text sequence. `undefined` if an item isn't an event. */
export function streamBody(items: readonly unknown[], mediaType: string): string | undefined {
  const layout = streamedMedia(mediaType);
  if (layout === undefined) return undefined;
  try {
    return items.map((item) => streamItem(item, layout)).join("");
  } catch {
    return undefined;
  }
}

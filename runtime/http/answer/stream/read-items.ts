import { ContentTypeError } from "../../errors.js";
import { mediaEssence, streamedMedia } from "../../operation/media-type.js";
import type { ItemsReader } from "../../operation/operation-descriptor.js";
import { discard } from "../discard.js";
import { readEvents } from "./read-events.js";
import { readJsonItems } from "./read-json-items.js";

/** Reads the items of any streamed media type (`StreamedMedia`): events, lines of JSON, or a JSON text sequence. */
export const readItems: ItemsReader = async function* (response, { deadline, maxBytes, parse }) {
  const contentType = mediaEssence(response.headers.get("content-type"));
  const layout = streamedMedia(contentType);
  if (layout === undefined) {
    await discard(response);
    deadline.close();
    const { status } = response;
    throw new ContentTypeError(
      deadline.operation,
      `status ${status} has content type ${contentType}, whose items are unknown`,
      { status, contentType, expected: ["text/event-stream", "application/jsonl", "application/json-seq"] },
    );
  }
  const options = { deadline, maxBytes };
  if (layout === "events") yield* readEvents(response, options);
  else yield* readJsonItems(response, { ...options, layout, parse });
};

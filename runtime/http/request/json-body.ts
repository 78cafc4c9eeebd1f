import { jsonText } from "./plain-text.js";
import type { BodyWriter } from "./request-writers.js";

/** The body of an operation that takes one JSON media type. */
export const writeJsonBody: BodyWriter = (draft, { operation, body, contentType }) => {
  draft.body = jsonText(body);
  draft.headers.set("content-type", `${contentType ?? operation.body?.contentTypes[0]}`);
};

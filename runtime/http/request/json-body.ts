import type { BodyWriter } from "../operation/operation-descriptor.js";
import { jsonText } from "./plain-text.js";

/** The body of an operation that takes one JSON media type. */
export const writeJsonBody: BodyWriter = (draft, { operation, body, contentType }) => {
  draft.body = jsonText(body);
  draft.headers.set("content-type", `${contentType ?? operation.body?.contentTypes[0]}`);
};

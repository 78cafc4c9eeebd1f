import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code } from "../../render/code.js";
import { markdownCode } from "../../render/markdown.js";

/** How an event is stored, and the answers if it isn't. */
export function storingStep({
  event,
  headers,
  token,
  responses,
}: Protocol): readonly [check: Code, answer: Code] {
  const id = event.id ?? headers.eventId ?? headers.deliveryId;
  const place = id === undefined ? code`the SHA-256 hash of its body` : markdownCode(id);
  const without = token === undefined ? code`` : code`, without the token and otherwise as received`;
  const unavailable = markdownCode(String(responses.unavailable));
  const store = code`Store the event under ${place}${without}, atomically. If there is one already, it stays as it is`;
  if (id === undefined || event.changedContent === "retry") {
    return [code`${store}, and the delivery succeeds, too, whatever its content.`, unavailable];
  }
  const invalid = markdownCode(String(responses.unprocessable));
  return [
    code`${store}; the delivery succeeds, too, if it has the same content (parsed, in any order of properties).`,
    code`${invalid} if another content is stored, ${unavailable} if the storage fails`,
  ];
}

import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code } from "../../../reader/text/code/code.js";
import { markdownCode } from "../../../reader/text/code/markdown.js";

type Step = readonly [check: Code, answer: Code];

/** How an event, or each of a batch, is stored, and the answers if it isn't. */
export function storingStep(protocol: Protocol): Step {
  const { event, token, responses } = protocol;
  const place = placeOf(protocol);
  const isBatch = event.batch !== undefined;
  const without = token === undefined ? code`` : code`, without the token and otherwise as received`;
  const unavailable = markdownCode(String(responses.unavailable));
  const store = isBatch
    ? code`Store all events in one transaction, each under ${place}${without}. One that is there already, or occurs twice in the array, stays as it was first`
    : code`Store the event under ${place}${without}, atomically. If there is one already, it stays as it is`;
  const successful = isBatch ? code`doesn't fail the request` : code`the delivery succeeds, too`;
  if (isHash(protocol) || event.changedContent === "retry") {
    const rule = isBatch
      ? code`; this ${successful}, whatever its content.`
      : code`, and ${successful}, whatever its content.`;
    return [code`${store}${rule}`, unavailable];
  }
  const invalid = markdownCode(String(responses.unprocessable));
  const same = code`if it has the same content (parsed, in any order of properties)`;
  return [
    isBatch ? code`${store}; this ${successful} ${same}.` : code`${store}; ${successful}, ${same}.`,
    code`${invalid} if another content is stored${isBatch ? code`; then nothing of the request is` : code``}, ${unavailable} if the storage fails`,
  ];
}

function placeOf({ event, headers }: Protocol): Code {
  const isBatch = event.batch !== undefined;
  const id = event.id ?? headers.eventId ?? headers.deliveryId;
  if (id === undefined) return code`the SHA-256 hash of its ${isBatch ? code`text` : code`body`}`;
  if (!isBatch || event.id !== undefined) return markdownCode(id);
  return code`${markdownCode(id)}, a slash and its position from 0`;
}

function isHash({ event, headers }: Protocol): boolean {
  return (event.id ?? headers.eventId ?? headers.deliveryId) === undefined;
}

import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule } from "../rule.js";
import { appliedTo } from "../walk/applied.js";

const ids = ["event_id", "eventId", "message_id", "messageId", "id"];

/** Events whose id may be missing. */
export const eventIdRequired: Rule = {
  name: "event-id-required",
  formats: ["asyncapi"],
  finds: "The payload of an event declares an id and doesn't require it.",
  why: "Events are delivered more than once; a receiver that may get one without an id can't recognise the second delivery.",
  remedy: "Add the id to `required`.",
  severity: "warning",
  *check({ contracts, messages }) {
    for (const { payload, title, flow } of messages) {
      if (payload === undefined || flow === "to-provider") continue;
      const applied = appliedTo(contracts, { place: payload, around: undefined });
      const declares = (id: string): boolean =>
        applied.some(({ properties }) => isSchemaObject(properties) && Object.hasOwn(properties, id));
      const id = ids.find(declares);
      if (id === undefined) continue;
      if (applied.some(({ required }) => Array.isArray(required) && required.includes(id))) continue;
      yield {
        place: payload,
        target: "key",
        message: `\`${id}\` of the event \`${title}\` isn't required`,
        detail: id,
      };
    }
  },
};

import { json } from "../../text/json.js";

/** A list as a stream of its items: events, lines of JSON, or a JSON text sequence. `undefined` if an item isn't an event. */
export function streamBody(items: readonly unknown[], mediaType: string): string | undefined {
  if (mediaType.endsWith("json-seq")) return items.map((item) => `\u001e${json(item)}\n`).join("");
  if (mediaType !== "text/event-stream") return items.map((item) => `${json(item)}\n`).join("");
  const events = items.map(eventText);
  return events.includes(undefined) ? undefined : events.join("");
}

/** The fields of an event that a stream can hold, and the blank line that ends it. */
function eventText(item: unknown): string | undefined {
  const { data, event, id, retry } = Object(item) as Record<string, unknown>;
  if (typeof data !== "string") return undefined;
  const lines = data.split(/\r\n|\r|\n/).map((each) => `data: ${each}\n`);
  const fields = Object.entries({ event, id, retry }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value).replace(/[\r\n]/g, " ")}\n`],
  );
  return `${[...fields, ...lines].join("")}\n`;
}

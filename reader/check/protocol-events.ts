import type { Protocol } from "@oipkit/runtime/webhook";

/** A part of a protocol that another part needs, or that contradicts it. */
export interface Lack {
  /** Below `x-webhook-protocol`. */
  readonly at: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with where a protocol has its events' facts. */
export function eventLacks(protocol: Protocol): Lack[] {
  return [...typeLacks(protocol), ...timeLacks(protocol), ...batchLacks(protocol)];
}

function typeLacks({ headers, event }: Protocol): Lack[] {
  if (event.type !== undefined || headers.eventType !== undefined) return [];
  return [
    {
      at: ["event"],
      message: "nothing tells the type of an event",
      hint: "Add `event.type` with a pointer, or `headers.eventType`.",
    },
  ];
}

function timeLacks({ headers, event: { time } }: Protocol): Lack[] {
  if (time === undefined) {
    if (headers.eventTime === undefined) return [];
    const hint = "Add `event.time` with its unit.";
    return [{ at: ["headers", "eventTime"], message: "`event.time` is missing", hint }];
  }
  const places = [time.pointer, headers.eventTime].filter((place) => place !== undefined).length;
  if (places === 1) return [];
  return [
    {
      at: ["event", "time"],
      message: `the time of an event has ${places === 0 ? "no place" : "two places"}`,
      hint: "Set either `event.time.pointer` or `headers.eventTime`.",
    },
  ];
}

/** What is of the request can't be different for each of its events, and one answer is for all of them. */
function batchLacks({ headers, event, token, callbacks }: Protocol): Lack[] {
  const { batch } = event;
  if (batch === undefined) return [];
  const found: Lack[] = [];
  if (headers.eventId !== undefined)
    found.push({
      at: ["headers", "eventId"],
      message: "a header can't have the ids of several events",
      hint: "Use `event.id` with a pointer; if the header identifies the request, use `headers.deliveryId`.",
    });
  if (headers.version !== undefined)
    found.push({
      at: ["headers", "version"],
      message: "a header can't have the versions of several events",
      hint: "Use `event.ordering` with pointers.",
    });
  if (callbacks !== undefined)
    found.push({
      at: ["callbacks"],
      message: "a batch of events can't be answered with the result of a callback",
      hint: "Remove `callbacks`, or describe their endpoint in a document of its own.",
    });
  if (token !== undefined && isTaken(batch, token.property))
    found.push({
      at: ["token"],
      message: `the token has no place${batch === "" ? " in a body that is an array" : ": the events are there"}`,
      hint: "Remove `token`, or set `event.batch` to the property that has the events.",
    });
  return found;
}

/** Whether a property at the top of the body isn't free, given where the events are. */
function isTaken(batch: string, property: string): boolean {
  const [, first] = batch.split("/");
  return first === undefined || first.replaceAll("~1", "/").replaceAll("~0", "~") === property;
}

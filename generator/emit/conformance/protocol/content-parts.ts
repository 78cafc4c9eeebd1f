import type { EventShape, ProtocolHeaders } from "@oipkit/runtime/webhook";
import type { Delivery, HeaderChange } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import {
  changesHeader,
  delivered,
  deliveriesIn,
  type Part,
  type PartCase,
  type ProtocolFacts,
} from "./part.js";

interface Rejection {
  readonly why: string;
  readonly cause: string;
  readonly status: readonly StatusRef[];
  readonly delivery: Delivery;
  readonly needs?: PartCase["needs"];
}

function rejected(
  facts: ProtocolFacts,
  name: string,
  { why, cause, status, delivery, needs }: Rejection,
): PartCase {
  const steps = [delivered(facts, delivery, status)];
  return { name, level: "must", why, cause, ...(needs && { needs }), steps };
}

interface HeaderMismatch {
  readonly role: string;
  readonly change: HeaderChange;
}

/** The verification token in the body. */
export const tokenPart: Part = {
  name: "token",
  member: "token",
  rule: "A delivery is accepted only with the verification token.",
  isAbout: (testCase) => deliveriesIn(testCase).some(({ token }) => token !== undefined),
  cases(facts) {
    if (facts.protocol.token === undefined) return [];
    const cause = "The token is probably not compared.";
    return [
      rejected(facts, "other", {
        why: "The token shows that the sender means this receiver.",
        cause,
        status: ["unauthenticated"],
        delivery: { token: "other" },
      }),
      rejected(facts, "missing", {
        why: "A missing token isn't the right one.",
        cause,
        status: ["unauthenticated", "unprocessable"],
        delivery: { token: "missing" },
      }),
      rejected(facts, "number", {
        why: "A value that isn't text isn't the right token.",
        cause: "The token is probably compared loosely.",
        status: ["unauthenticated", "unprocessable"],
        delivery: { token: { value: 42 } },
      }),
    ];
  },
};

/** The headers that repeat what the event says. */
export const headersPart: Part = {
  name: "headers",
  member: "headers",
  rule: "The headers of a delivery are complete and agree with its event.",
  isAbout: (testCase, protocol) =>
    deliveriesIn(testCase).some((delivery) =>
      ["deliveryId", "eventId", "eventType"].some((role) => changesHeader(protocol, role, delivery)),
    ),
  cases(facts) {
    const headers: Partial<ProtocolHeaders> = facts.protocol.headers ?? {};
    const event: Partial<EventShape> = facts.protocol.event ?? {};
    const cause = "The headers are probably not read, or not compared with the event.";
    const signed: readonly unknown[] = facts.protocol.signature?.content ?? [];
    const missing = (role: string, name: string): PartCase =>
      rejected(facts, `${name}-missing`, {
        why: "A delivery without one of its headers is incomplete.",
        cause,
        status: ["unprocessable", "unauthenticated"],
        delivery: { headers: [{ remove: role }] },
      });
    const mismatch = (name: string, { role, change }: HeaderMismatch): PartCase =>
      rejected(facts, `${name}-mismatch`, {
        why: "A header and an event that contradict each other show that something was mixed up.",
        cause,
        // A signature that covers the header no longer fits.
        status: signed.includes(role) ? ["unprocessable", "unauthenticated"] : ["unprocessable"],
        delivery: { headers: [change] },
      });
    return [
      ...(headers.deliveryId === undefined ? [] : [missing("deliveryId", "delivery-id")]),
      ...(headers.eventId === undefined ? [] : [missing("eventId", "event-id")]),
      ...(headers.eventType === undefined ? [] : [missing("eventType", "event-type")]),
      ...(headers.eventId === undefined || event.id === undefined
        ? []
        : [mismatch("event-id", { role: "eventId", change: { fresh: "eventId" } })]),
      ...(headers.eventType === undefined || event.type === undefined
        ? []
        : [mismatch("event-type", { role: "eventType", change: { set: "eventType", to: "another.event" } })]),
    ];
  },
};

/** Refusals for which the protocol names no status. */
const anyRefusal: readonly StatusRef[] = [
  400,
  401,
  403,
  404,
  405,
  406,
  415,
  422,
  501,
  "unprocessable",
  "unauthenticated",
];

/** What HTTP itself says of a request. */
export const requestPart: Part = {
  name: "request",
  member: "responses",
  rule: "Deliveries are POST requests with JSON.",
  isAbout: (testCase, protocol) =>
    deliveriesIn(testCase).some(
      ({ method, ...rest }) => method !== undefined || changesHeader(protocol, "content-type", rest),
    ),
  cases(facts) {
    const should = (name: string, why: string, delivery: Delivery): PartCase => ({
      name,
      level: "should",
      why,
      cause: "The method or the media type is probably not checked.",
      steps: [delivered(facts, delivery, anyRefusal)],
    });
    return [
      should("method-put", "Deliveries are POST requests.", { method: "PUT" }),
      should("media-type-text", "A body that isn't declared as JSON isn't an event.", {
        headers: [{ set: "content-type", to: "text/plain" }],
      }),
      {
        name: "not-json",
        level: "must",
        why: "A signed body that isn't JSON isn't an event.",
        cause: "The body is probably acknowledged before it is parsed.",
        steps: [delivered(facts, { outer: [{ content: "{not json" }] }, ["unprocessable", 400])],
      },
    ];
  },
};

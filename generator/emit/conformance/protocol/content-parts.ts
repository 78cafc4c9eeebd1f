import type { EventShape, ProtocolHeaders } from "@oipkit/runtime/webhook";
import type { Delivery, HeaderChange } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import {
  changesHeader,
  delivered,
  deliveriesIn,
  type PartCase,
  type ProtocolFacts,
  type ProtocolPart,
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
export const tokenPart: ProtocolPart = {
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
export const headersPart: ProtocolPart = {
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
    const cases: PartCase[] = [];
    if (headers.deliveryId !== undefined) cases.push(missing("deliveryId", "delivery-id"));
    if (headers.eventId !== undefined) cases.push(missing("eventId", "event-id"));
    if (headers.eventType !== undefined) cases.push(missing("eventType", "event-type"));
    if (headers.eventId !== undefined && event.id !== undefined)
      cases.push(mismatch("event-id", { role: "eventId", change: { fresh: "eventId" } }));
    if (headers.eventType !== undefined && event.type !== undefined)
      cases.push(
        mismatch("event-type", { role: "eventType", change: { set: "eventType", to: "another.event" } }),
      );
    return cases;
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
export const requestPart: ProtocolPart = {
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

const notRefused = "A body that can't be decrypted is probably read as it is.";
const notCaught = "Errors of the decryption are probably not caught.";

const refused: readonly StatusRef[] = ["unprocessable", "unauthenticated"];

interface Broken {
  readonly why: string;
  readonly cause?: string;
  readonly delivery: Delivery;
}

/** Encrypted bodies. */
export const encryptionPart: ProtocolPart = {
  name: "encryption",
  member: "encryption",
  rule: "With encryption on, only bodies that are encrypted with the receiver's key are accepted.",
  isAbout: (testCase) => deliveriesIn(testCase).some(({ encryption }) => encryption !== undefined),
  cases(facts) {
    const { encryption, token } = facts.protocol;
    if (encryption === undefined) return [];
    return [
      encrypted(facts),
      ...broken(facts, outerBodies(encryption.property)),
      ...tokenOutside(facts, token),
    ];
  },
};

const needs: NonNullable<PartCase["needs"]> = ["encryption"];

function encrypted(facts: ProtocolFacts): PartCase {
  return {
    name: "encrypted",
    level: "must",
    why: "A correctly encrypted event must be accepted, each with its own initialisation vector.",
    cause: "The body is probably decrypted with another key, or not at all.",
    needs,
    steps: [delivered(facts, {}, ["accepted"]), delivered(facts, { as: "b" }, ["accepted"])],
  };
}

function broken(facts: ProtocolFacts, outer: Readonly<Record<string, Broken>>): readonly PartCase[] {
  const all: Readonly<Record<string, Broken>> = { ...ciphertexts, ...outer };
  return Object.entries(all).map(([name, { why, cause = notRefused, delivery }]) => ({
    name,
    level: "must",
    why,
    cause,
    needs,
    steps: [delivered(facts, delivery, refused)],
  }));
}

const ciphertexts: Readonly<Record<string, Broken>> = {
  plaintext: {
    why: "With encryption on, plaintext must be refused.",
    delivery: { encryption: { off: true } },
  },
  "other-key": { why: "Only the sender has the key.", delivery: { encryption: { key: "other" } } },
  "broken-padding": {
    why: "Broken padding shows that the body was altered.",
    cause: "The padding is probably cut off without a check.",
    delivery: { encryption: { padding: "broken" } },
  },
  truncated: {
    why: "The cipher works on whole blocks.",
    cause: notCaught,
    delivery: { encryption: { keepBytes: 20 } },
  },
  "truncated-block": {
    why: "Without its last blocks, the plaintext has no valid padding.",
    cause: "The padding is probably not checked.",
    delivery: { encryption: { keepBytes: 32 } },
  },
  "vector-only": {
    why: "A body that ends after the initialisation vector has no ciphertext.",
    cause: notCaught,
    delivery: { encryption: { keepBytes: 16 } },
  },
  empty: {
    why: "A body without an initialisation vector can't be decrypted.",
    cause: notCaught,
    delivery: { encryption: { keepBytes: 0 } },
  },
  "not-json": {
    why: "What is encrypted is the JSON of the event.",
    cause: "Errors of the JSON parser are probably not caught.",
    delivery: { body: [{ content: "hello" }] },
  },
  sibling: {
    why: "The ciphertext is the only property of the outer body; any other isn't protected.",
    cause: "The property is probably read without a check for others.",
    delivery: { encryption: { extra: { note: "outside" } } },
  },
  twice: {
    why: "What is encrypted is the event, not another encrypted body.",
    cause: "Bodies are probably decrypted as long as that is possible.",
    delivery: { encryption: { twice: true } },
  },
};

/** Outer bodies without a ciphertext. */
function outerBodies(property: string): Readonly<Record<string, Broken>> {
  const outer = (body: object): Delivery => ({ outer: [{ content: JSON.stringify(body) }] });
  return {
    "not-encoded": {
      why: "A text that isn't Base64 is no ciphertext.",
      cause: notCaught,
      delivery: outer({ [property]: "not Base64!" }),
    },
    "not-text": {
      why: "A number is no ciphertext.",
      cause: notCaught,
      delivery: outer({ [property]: 42 }),
    },
    "without-ciphertext": {
      why: "A body without the property has no ciphertext.",
      cause: notCaught,
      delivery: outer({}),
    },
  };
}

function tokenOutside(facts: ProtocolFacts, token: object | undefined): readonly PartCase[] {
  if (token === undefined) return [];
  return [
    {
      name: "token-outside",
      level: "must",
      why: "The token is inside the encrypted body; one next to the ciphertext isn't protected.",
      cause: "The token is probably taken from the outer body.",
      needs,
      steps: [delivered(facts, { token: "outside" }, refused)],
    },
  ];
}

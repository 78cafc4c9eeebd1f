import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivered, deliveriesIn, type Part, type PartCase, type ProtocolFacts } from "./part.js";

const notRefused = "A body that can't be decrypted is probably read as it is.";
const notCaught = "Errors of the decryption are probably not caught.";

const refused: readonly StatusRef[] = ["unprocessable", "unauthenticated"];

interface Broken {
  readonly why: string;
  readonly cause?: string;
  readonly delivery: Delivery;
}

/** Encrypted bodies. */
export const encryptionPart: Part = {
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

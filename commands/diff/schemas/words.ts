import type { FindingCode } from "../codes.js";

/** Who sends the documents of a schema: the consumer a request, the provider a response or an event, or anyone. */
export type Exchange = "request" | "response" | "event" | "any";

interface Words {
  readonly code: FindingCode;
  readonly undecided: FindingCode;
  /** The start of the message, before what is wrong with the witness. */
  readonly start: string;
  readonly doubt: string;
  readonly remedy: string;
}

/** How a changed schema is described. */
export function wordsOf({
  kind,
  exchange,
}: {
  readonly kind: "narrowed" | "widened";
  readonly exchange: Exchange;
}): Words {
  const codes = {
    narrowed: { code: "schema-narrowed", undecided: "schema-narrowing-undecided" },
    widened: { code: "schema-widened", undecided: "schema-widening-undecided" },
  } as const;
  return { ...codes[kind], ...texts[exchange][kind] };
}

const texts = {
  any: {
    narrowed: {
      start: "a document that was valid is now invalid",
      doubt: "it isn't decided whether every document that was valid still is",
      remedy: "Keep accepting such documents, or publish the schema as a new version",
    },
    widened: {
      start: "a document that was invalid is now valid; the old schema says",
      doubt: "it isn't decided whether every document that is valid now was valid before",
      remedy:
        "Make sure that every reader is ready for such documents, or publish the schema as a new version",
    },
  },
  request: {
    narrowed: {
      start: "what consumers may send is now refused",
      doubt: "it isn't decided whether everything that consumers may send is still accepted",
      remedy: "Keep accepting it, or add a new operation or version beside the old one",
    },
    widened: {
      start:
        "consumers of the new version may send what providers of the old one refuse; the old contract says",
      doubt:
        "it isn't decided whether providers of the old version accept everything that consumers may send now",
      remedy: "Update the providers before the consumers",
    },
  },
  response: {
    narrowed: {
      start: "providers of the old version may answer what the new contract excludes",
      doubt: "it isn't decided whether answers of the old version are answers of the new one",
      remedy: "Update the providers before the consumers",
    },
    widened: {
      start: "consumers may now receive what the old contract excludes; it says",
      doubt: "it isn't decided whether consumers expect everything that they may receive now",
      remedy: "Keep the old promise, or send the new form only to those who ask for it",
    },
  },
  event: {
    narrowed: {
      start: "providers of the old version may send what the new contract excludes",
      doubt: "it isn't decided whether what the old version sends is valid in the new one",
      remedy: "Update the providers before the consumers",
    },
    widened: {
      start: "consumers may now receive what the old contract excludes; it says",
      doubt: "it isn't decided whether consumers expect everything that they may receive now",
      remedy: "Keep the old promise, or publish the event under a new version of its name",
    },
  },
} as const;

/** What a code means. */
export interface CodeText {
  readonly meaning: string;
}

/** The kinds of changes. The codes are stable: scripts may rely on them (`docs/diff.md`). */
export const codes = {
  "schema-narrowed": { meaning: "A document that was valid is now invalid." },
  "schema-widened": { meaning: "A document that was invalid is now valid." },
  "schema-narrowing-undecided": {
    meaning: "It isn't decided whether every document that was valid still is.",
  },
  "schema-widening-undecided": {
    meaning: "It isn't decided whether every document that is valid now was valid before.",
  },
  "schema-added": { meaning: "The folder has a new schema." },
  "schema-removed": { meaning: "The folder lacks a schema that it had." },
  "event-added": { meaning: "There is a new event or message." },
  "event-removed": { meaning: "An event or message is no longer sent, or no longer received." },
  "event-renamed": { meaning: "An event has another name on the wire, and the same payload." },
  "event-deprecated": { meaning: "An event or message is deprecated now." },
  "event-undeprecated": { meaning: "An event or message is no longer deprecated." },
  "event-content-type-changed": { meaning: "The payload has another media type." },
  "event-payload-changed": {
    meaning: "A payload was described or isn't any longer, or its schema isn't a JSON Schema and changed.",
  },
  "event-headers-changed": { meaning: "The headers of a message were described, or aren't any longer." },
  "event-correlation-changed": { meaning: "The correlation id is in another place." },
  "event-order-changed": {
    meaning: "An event belongs to another family, so it is ordered with other events.",
  },
  "event-binding-changed": { meaning: "A message or channel is bound to its transport in another way." },
  "event-security-changed": { meaning: "An operation or a server accepts other ways of authentication." },
  "open-value-added": { meaning: "An open enum lists a new value." },
  "open-value-removed": { meaning: "An open enum no longer lists a value." },
  "reply-added": { meaning: "There is a new reply to a message." },
  "reply-removed": { meaning: "A message no longer has a reply that it had." },
  "reply-address-changed": { meaning: "A reply goes to another address." },
  "channel-added": { meaning: "There is a new channel." },
  "channel-removed": { meaning: "A channel was removed." },
  "channel-address-changed": { meaning: "A channel has another address." },
  "channel-parameter-changed": { meaning: "A parameter of a channel's address has other values." },
  "channel-servers-changed": { meaning: "A channel is on other servers." },
  "server-added": { meaning: "There is a new server." },
  "server-removed": { meaning: "A server was removed." },
  "server-changed": { meaning: "A server has another address, protocol version or other variables." },
  "protocol-added": { meaning: "The document describes its webhook protocol now." },
  "protocol-removed": { meaning: "The document no longer describes its webhook protocol." },
  "protocol-changed": { meaning: "A part of the webhook protocol changed that has no code of its own." },
  "delivery-header-added": { meaning: "Deliveries have a new header." },
  "delivery-header-removed": { meaning: "Deliveries lack a header that they had." },
  "delivery-header-renamed": { meaning: "A header of deliveries has another name." },
  "signature-changed": { meaning: "Deliveries are signed in another way." },
  "timestamp-changed": { meaning: "The time of signing has another form, or another tolerance." },
  "nonce-changed": { meaning: "Nonces were introduced or dropped, or stay reserved for another time." },
  "token-changed": {
    meaning: "The verification token was introduced or dropped, or is in another property.",
  },
  "encryption-changed": { meaning: "Bodies are encrypted in another way." },
  "event-field-changed": { meaning: "A field that the protocol reads is in another place of the event." },
  "answer-changed": { meaning: "A receiver must answer with another status." },
  "verification-changed": { meaning: "An address is verified in another way." },
  "callback-changed": { meaning: "Other events wait for a result, or for another time." },
  "retry-changed": { meaning: "Deliveries are retried in other cases, or another number of times." },
  "clause-added": { meaning: "The ledger has a new clause." },
  "clause-removed": { meaning: "The ledger lacks a clause that it had." },
  "clause-raised": { meaning: "A clause has a stricter level." },
  "clause-lowered": { meaning: "A clause has a less strict level." },
  "clause-reworded": { meaning: "The text of a clause changed." },
  "clause-reassigned": { meaning: "Another side must follow a clause." },
  "cases-added": { meaning: "There are new conformance cases." },
  "cases-removed": { meaning: "There are fewer conformance cases." },
  "cases-raised": { meaning: "Conformance cases have a stricter level." },
  "cases-lowered": { meaning: "Conformance cases have a less strict level." },
  "cases-changed": { meaning: "Conformance cases send or expect something else." },
} as const satisfies Record<string, CodeText>;

/** A code of `oipkit diff`. */
export type FindingCode = keyof typeof codes;

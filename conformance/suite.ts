import type { JsonObject, Protocol } from "../runtime/webhook/index.js";

/** The compiled conformance document, `generated/conformance/suite.json`; readable in any language. */
export interface Suite {
  readonly format: 1;
  readonly protocol: Protocol;
  /** Valid events by subject (the event's name) and case. The binding that they carry stands for the subject's own. */
  readonly examples: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly cases: readonly Case[];
}

/**
 * How much a case weighs. `must`: a miss fails the run. `should`: only a strict run. `info`: the
 * platform's documentation is silent; a miss is reported and never fails.
 */
export type Level = "must" | "should" | "info";

/** Something that not every subject offers; without it the case is inconclusive. */
export type Need =
  | "plaintext"
  | "encryption"
  | "previous-secret"
  | "organization"
  | "product"
  | "verification"
  /** The subject works in this environment. */
  | { readonly environment: string };

/** One rule put to the test. Schema of the hand-written form: `vocabulary/conformance-cases.schema.yaml`. */
export interface Case {
  /** Stable; `<step>/<name>`, such as `6.3.2/timestamp-past`. */
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  /** One sentence: the rule, and what goes wrong without it. */
  readonly why: string;
  readonly needs?: readonly Need[];
  readonly steps: readonly Step[];
}

/** Told apart by their first key. Steps of a case run one after another; the first miss ends the case. */
export type Step = DeliverStep | RepeatStep | VerifyStep | FaultStep;

/** What every step that sends something may ask for. */
export interface Wanted {
  readonly expect: Expectation;
  readonly probe?: readonly ProbeCheck[];
}

export interface DeliverStep extends Wanted {
  readonly deliver: Delivery;
}

export interface RepeatStep extends Wanted {
  /** Number of an earlier step, from 1, whose request is sent again byte for byte. */
  readonly repeat: number;
}

export interface VerifyStep extends Wanted {
  readonly verify: Verification;
}

export interface FaultStep {
  /** Which stores fail from here on, by the probe; what is left out stays as it is. */
  readonly fault: { readonly nonces?: boolean; readonly inbox?: boolean };
}

/** One event delivery and how it deviates from a correct one; deviations apply in the order of these fields. */
export interface Delivery {
  /** The event: one of the suite's examples, or a whole one. Ids and binding are replaced by fresh and right ones. */
  readonly example?: { readonly subject: string; readonly case: string };
  readonly event?: JsonObject;
  /** Adds the subject's binding where the event lacks it and other examples of its kind show that it is optional. */
  readonly bind?: boolean;
  /** Deliveries of one label within a case share event id and delivery id. Default: `a`. */
  readonly as?: string;
  /** The event id is that of a test. */
  readonly test?: boolean;
  readonly change?: readonly Change[];
  /** The transport token. Default: the right one. */
  readonly token?: "missing" | "other" | { readonly value: unknown };
  /** Edits of the plaintext before it is encrypted and signed. */
  readonly body?: readonly ByteEdit[];
  readonly encryption?: EncryptionFault;
  readonly timestamp?: {
    /** Seconds from now. */
    readonly offset?: number;
    /** The header's text; `{seconds}` stands for the timestamp. */
    readonly format?: string;
  };
  /** Deliveries of one nonce label within a case share a nonce. Default: each has its own. */
  readonly nonce?: string;
  readonly signature?: SignatureFault;
  /** Edits of the body after signing. */
  readonly wire?: readonly ByteEdit[];
  readonly headers?: readonly HeaderChange[];
  readonly method?: string;
}

/** A change to a JSON value. */
export type Change = { readonly set: string; readonly to: unknown } | { readonly remove: string };

/** A change to raw bytes. `replace` takes the first occurrence, which must exist. */
export type ByteEdit =
  | { readonly append: string }
  | { readonly prepend: string }
  | { readonly replace: string; readonly with: string }
  | { readonly replace: string; readonly withHex: string }
  | { readonly content: string }
  | { readonly appendHex: string }
  /** The JSON printed anew with that many spaces of indentation. */
  | { readonly indent: number };

/** How an encrypted body is spoilt. Only for cases that need encryption. */
export interface EncryptionFault {
  /** Sends the plaintext as it is. */
  readonly off?: boolean;
  /** Encrypts with another key. */
  readonly key?: "other";
  /** Length to which IV and ciphertext are cut, in bytes. */
  readonly keepBytes?: number;
  readonly alphabet?: "url";
  /** Further properties of the outer body. */
  readonly extra?: JsonObject;
}

export interface SignatureFault {
  /** Default: `current`. */
  readonly secret?: "current" | "previous" | "other";
  /** Signs with timestamp and nonce in each other's place. */
  readonly swapped?: boolean;
  /** Instead of the protocol's. */
  readonly prefix?: string;
  readonly upperCase?: boolean;
  /** Number of digits to which the signature is cut, or filled up with zeros. */
  readonly digits?: number;
  /** One digit is exchanged for another. */
  readonly altered?: boolean;
}

/** A header by its role in the protocol, or by its name. */
export type HeaderRef = string;

export type HeaderChange =
  | { readonly set: HeaderRef; readonly to: string }
  | { readonly remove: HeaderRef }
  /** Sent twice with its value. */
  | { readonly double: HeaderRef }
  /** Given another value that nobody has used. */
  | { readonly fresh: HeaderRef };

/** A connection verification. */
export interface Verification {
  /** Text of the challenge, or its length in characters. Default: a fresh one. */
  readonly challenge?: string | { readonly length: number };
  /** Changes to the request's body. */
  readonly change?: readonly Change[];
  readonly headers?: readonly HeaderChange[];
}

/** A status by its role in the protocol, or as a number. */
export type StatusRef =
  | "accepted"
  | "unauthenticated"
  | "unprocessable"
  | "unavailable"
  | "verified"
  | number;

export interface Expectation {
  /** Any of these. */
  readonly status: readonly StatusRef[];
  /** `empty`: no byte. `challenge`: a JSON object with the challenge and nothing else. */
  readonly body?: "empty" | "challenge";
  /** The answer says that it is JSON. */
  readonly json?: boolean;
  /** The answer comes within the protocol's time for verifications. */
  readonly timely?: boolean;
}

/** What the subject's probe must show after a step. Without a probe the case is inconclusive. */
export type ProbeCheck =
  | {
      readonly inbox: {
        /** Label of the delivery whose event id is looked up. */
        readonly of: string;
        readonly records: number;
        readonly test?: boolean;
        /** Values that the stored event holds. */
        readonly holds?: readonly { readonly at: string; readonly is: unknown }[];
        /** The stored event lacks the transport token. */
        readonly tokenFree?: boolean;
      };
    }
  /** None of these stands anywhere in the subject's store or log. */
  | { readonly free: readonly ("token" | "secret" | "encrypt-key" | "challenge" | "challenge-token")[] };

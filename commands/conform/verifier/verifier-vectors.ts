import type { Protocol } from "@oipkit/runtime/webhook";
import type { Level } from "../suite/suite.js";

/** Requests for a verifier without state, and what it must say; schema: `reader/vocabulary/verifier-vectors.schema.yaml`. */
export interface VerifierVectors {
  readonly format: 1;
  readonly protocol: Pick<Protocol, "headers" | "signature" | "timestamp">;
  /** The verifier's clock for all of them, in seconds since 1970. */
  readonly now: number;
  readonly groups: readonly VerifierGroup[];
}

/** Vectors about one rule, for one configuration of the verifier. */
export interface VerifierGroup {
  /** Beginning of the ids. */
  readonly rule: string;
  /** Section of the documentation, or the place in the protocol document. */
  readonly clause: string;
  /** The rule as a sentence. */
  readonly text: string;
  /** What the verifier is configured with: current, then previous; private keys, for the record, if there are `publicKeys`. */
  readonly secrets: readonly string[];
  /** In PEM, by `secrets`; absent unless the algorithm has a key pair. */
  readonly publicKeys?: readonly string[];
  readonly vectors: readonly VerifierVector[];
}

/** Why a vector exists. */
export type VerifierFlag =
  /** Signed correctly, and sent as it was signed. */
  | "authentic"
  /** What is signed is unusual, and it is sent as it was signed. */
  | "signed-as-sent"
  /** A text or a body was exchanged after signing for one that a lenient reader takes for the same, or that is wrong. */
  | "altered-after-signing"
  /** The signature is well-formed, but wasn't made with the secret, over the content or by the algorithm. */
  | "forged"
  /** Something is missing, or isn't in its form. */
  | "malformed"
  /** The signature's bytes are right, but written in another form. */
  | "other-form"
  /** The time of signing decides. */
  | "clock"
  /** There are two secrets, or several signatures. */
  | "rotation";

/** One request, and whether a verifier accepts it. */
export interface VerifierVector {
  /** `<rule>/<name>`; stable. */
  readonly id: string;
  readonly level: Level;
  readonly flags: readonly VerifierFlag[];
  /** One sentence: the rule, or the mistake that a wrong answer shows. */
  readonly why: string;
  readonly method: string;
  readonly url: string;
  /** In the order sent; a name may occur twice, and one character of a value is one byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The raw body, if it is UTF-8; otherwise `base64` has it. */
  readonly body?: string;
  readonly base64?: string;
  readonly result: "accept" | "refuse";
}

/** The raw body of a vector. */
export function vectorBody({ body, base64 }: Pick<VerifierVector, "body" | "base64">): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return Buffer.from(body ?? "", "utf8");
}

import type { RequestPlan, VectorSource } from "./signed-request.js";
import type { VerifierFlag, VerifierVector } from "./verifier-vectors.js";

/** A vector before its request is made. */
export interface VectorDraft extends Pick<VerifierVector, "level" | "flags" | "why" | "result"> {
  readonly name: string;
  readonly plan: RequestPlan;
  /** The documentation of no platform is that exact, so the level stays as it is, whatever the ledger says. */
  readonly free?: true;
  /** The rule of the protocol without which nothing says how exact a reader has to be. */
  readonly ruledBy?: "signatureForm";
}

/** A rule, and requests that keep and break it. */
export interface VerifierRule {
  readonly name: string;
  /** Member of the protocol document that states it. */
  readonly member: "signature" | "timestamp" | "headers";
  /** The family of near misses by which the ledger names it. */
  readonly near?: string;
  readonly text: string;
  /** Whether the verifier is configured with the previous secret, too. */
  readonly hasPrevious?: true;
  readonly vectors: (source: VectorSource) => readonly VectorDraft[];
}

/** What the vectors of a series have in common. */
type SharedDraft = Pick<VectorDraft, "level" | "flags" | "why"> & Pick<VectorDraft, "free" | "ruledBy">;

/** Makes vectors that must be accepted. */
export function accepting(shared: SharedDraft): (name: string, plan: RequestPlan) => VectorDraft {
  return (name, plan) => ({ ...shared, name, plan, result: "accept" });
}

/** Makes vectors that must be refused. */
export function refusing(shared: SharedDraft): (name: string, plan: RequestPlan) => VectorDraft {
  return (name, plan) => ({ ...shared, name, plan, result: "refuse" });
}

/** Flags of vectors that are sent as they were signed. */
export const asSigned: readonly VerifierFlag[] = ["authentic", "signed-as-sent"];

/** Flags of vectors that were altered. */
export const altered: readonly VerifierFlag[] = ["altered-after-signing"];

/** Flags of vectors with another signature. */
export const forged: readonly VerifierFlag[] = ["forged"];

import type { Delivery, SignatureFault } from "./delivery.js";
import type { Case, StatusRef, Step } from "./suite.js";

/** Something that a run must show before a receiver or a sender conforms. */
export type Proof = ReceiverProof | SenderProof;

/** Of a receiver. */
export type ReceiverProof =
  /** A correctly signed delivery was accepted. */
  | "accepts-signed"
  /** A delivery with a well-formed signature that doesn't fit was refused. */
  | "refuses-forged";

/** Of a sender. */
export type SenderProof =
  /** A correctly signed delivery has arrived. */
  | "delivers-signed"
  /** A URL that didn't answer its verification correctly was refused. */
  | "refuses-unverified";

/** All of a receiver; one that accepts everything, or nothing, lacks one. */
export const proofs: readonly ReceiverProof[] = ["accepts-signed", "refuses-forged"];

/** What a case shows about the signature if it passes. */
export function proofsOf({ steps }: Pick<Case, "steps">): readonly ReceiverProof[] {
  const deliveries = steps.filter((step): step is Extract<Step, { deliver: Delivery }> => "deliver" in step);
  return proofs.filter((proof) =>
    deliveries.some(({ deliver, expect }) => {
      const isForgery = isForged(deliver);
      return proof === "accepts-signed"
        ? !isForgery && expect.status.every(isSuccess)
        : isForgery && !expect.status.some(isSuccess) && expect.closed !== true;
    }),
  );
}

/** A missing or malformed signature shows less: a receiver may look at its form alone. */
function isForged({ signature = {}, wire = [] }: Delivery): boolean {
  return wire.length > 0 || isOther(signature);
}

function isOther({ secret = "current", altered, ...content }: SignatureFault): boolean {
  const { swapped, offset, withoutNonce, bodyOnly, reprinted, url, made } = content;
  return (
    secret === "other" ||
    secret === "empty" ||
    (altered !== undefined && altered !== false) ||
    made !== undefined ||
    [swapped, offset, withoutNonce, bodyOnly, reprinted, url].some(
      (fault) => fault !== undefined && fault !== false,
    )
  );
}

function isSuccess(status: StatusRef): boolean {
  return status === "accepted" || (typeof status === "number" && status >= 200 && status < 300);
}

import type { ApplicationBinding, Credentials, Protocol } from "@oipkit/runtime/webhook";
import type { Delivery, SignatureFault } from "./suite/delivery.js";
import type { Case, Need, StatusRef, Step } from "./suite/suite.js";

/** Something that a run must show before a receiver, a sender or a server conforms. */
export type Proof = ReceiverProof | SenderProof | ApiProof;

/** Of a receiver. */
type ReceiverProof =
  /** A correctly signed delivery was accepted. */
  | "accepts-signed"
  /** A delivery with a well-formed signature that doesn't fit was refused. */
  | "refuses-forged";

/** Of the server of an API: some operation was answered with a success; one that refuses everything breaks few rules. */
type ApiProof = "answers-success";

/** Of a sender. */
export type SenderProof =
  /** A correctly signed delivery has arrived. */
  | "delivers-signed"
  /** A URL that didn't answer its verification correctly was refused. */
  | "refuses-unverified";

/** All of a receiver; one that accepts everything, or nothing, lacks one. */
export const proofs: readonly ReceiverProof[] = ["accepts-signed", "refuses-forged"];

/** What a case shows about the signature if it passes. */
export function caseProofs({ steps }: Pick<Case, "steps">): readonly ReceiverProof[] {
  const deliveries = steps.filter((step): step is Extract<Step, { deliver: Delivery }> => "deliver" in step);
  return proofs.filter((proof) =>
    deliveries.some(({ deliver, expect }) => {
      const isForgery = isForged(deliver);
      if (proof === "accepts-signed") return !isForgery && expect.status.every(isSuccess);
      return isForgery && !expect.status.some(isSuccess) && expect.closed !== true;
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

/** What is known of a receiver, without credentials. */
export interface SubjectSummary {
  readonly kind?: "receiver";
  readonly application: {
    readonly id: string;
    readonly environment: string | undefined;
    readonly organization?: string | undefined;
    readonly product?: string | undefined;
  };
  readonly encryption: boolean;
  /** Whether the protocol has encryption at all. Default: yes. */
  readonly encryptable?: boolean;
  readonly previousSecret: boolean;
  readonly probe: boolean;
  readonly callbacks: boolean;
  /** Set if cases that wait for a minute were run, too. */
  readonly slow?: true;
}

/** The receiver under test and its configuration. */
export interface Subject extends Credentials {
  /** Its webhook address. */
  readonly url: string;
  /** The address that it is configured with, if the signature covers it. Default: `url`. */
  readonly publicUrl?: string | undefined;
  /** Base address of its probe, without a trailing slash; `contracts/probe.openapi.yaml`. */
  readonly probeUrl?: string | undefined;
  readonly application: ApplicationBinding;
  /** Whether it answers synchronous callbacks. Default: no, and none are sent. */
  readonly callbacks?: boolean | undefined;
  /** Whether cases that wait for a minute are run, too. Default: no. */
  readonly slow?: boolean | undefined;
}

/** Whether a subject offers what a case needs. */
export function offers(subject: Subject, need: Need, protocol: Protocol): boolean {
  if (typeof need === "object") return subject.application.environment === need.environment;
  switch (need) {
    case "plaintext":
      return subject.encryptKey === undefined;
    case "encryption":
      return subject.encryptKey !== undefined;
    case "previous-secret":
      return subject.secrets.length > 1;
    case "organization":
      return subject.application.organization !== undefined;
    case "product":
      return subject.application.product !== undefined;
    case "verification":
      return protocol.verification !== undefined;
    case "slow":
      return subject.slow === true;
    case "callbacks":
      return subject.callbacks === true && protocol.callbacks !== undefined;
  }
}

/** A need in words that follow "needs". */
export function describeNeed(need: Need): string {
  if (typeof need === "object") return `the environment ${need.environment}`;
  if (need === "slow") return "a slow run";
  return need.replaceAll("-", " ");
}

/** The subject as reports describe it. */
export function subjectSummary(
  { application, secrets, encryptKey, probeUrl, callbacks, slow }: Subject,
  protocol: Pick<Protocol, "encryption">,
): SubjectSummary {
  const { id, environment, organization, product } = application;
  return {
    application: { id, environment, organization, product },
    encryption: encryptKey !== undefined,
    ...(protocol.encryption === undefined && { encryptable: false }),
    previousSecret: secrets.length > 1,
    probe: probeUrl !== undefined,
    callbacks: callbacks === true,
    ...(slow === true && { slow }),
  };
}

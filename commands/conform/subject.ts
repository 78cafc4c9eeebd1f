import type { ApplicationBinding, Credentials, Protocol } from "@oipkit/runtime/webhook";
import type { SubjectSummary } from "./result/result.js";
import type { Need } from "./suite/suite.js";

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
    case "callbacks":
      return subject.callbacks === true && protocol.callbacks !== undefined;
  }
}

/** A need in words that follow "needs". */
export function describeNeed(need: Need): string {
  return typeof need === "object" ? `the environment ${need.environment}` : need.replaceAll("-", " ");
}

/** The subject as reports describe it. */
export function summaryOf({
  application,
  secrets,
  encryptKey,
  probeUrl,
  callbacks,
}: Subject): SubjectSummary {
  const { id, environment, organization, product } = application;
  return {
    application: { id, environment, organization, product },
    encryption: encryptKey !== undefined,
    previousSecret: secrets.length > 1,
    probe: probeUrl !== undefined,
    callbacks: callbacks === true,
  };
}

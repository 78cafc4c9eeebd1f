import {
  type ApplicationBinding,
  type Credentials,
  derivePublicKey,
  exampleSecret,
  isDeterministic,
  isRecent,
  type Protocol,
  parseInstant,
  readHeaders,
  signsAddress,
  verifySignature,
} from "@oipkit/runtime/webhook";
import { verificationAnswer } from "./check/expectation.js";
import { type WantedStatus, wantedStatuses } from "./check/wanted.js";
import { newCaseIdentities } from "./request/case-identities.js";
import { deliveryRequest } from "./request/delivery-request.js";
import { type ExampleBindings, exampleBindings } from "./request/fresh-event.js";
import { type Outgoing, type Sender, withQuery } from "./request/outgoing.js";
import { furtherSignedHeaders } from "./request/signed-attempt.js";
import { verificationRequest } from "./request/verification-request.js";
import { offers, type Subject } from "./subject.js";
import type { Case, DeliverStep, Suite, VerifyStep } from "./suite/suite.js";
import { derivedBytes } from "./verifier/derived-bytes.js";

/** Signed requests that never change, with the answers to them; docs/reference/conformance-format.md. */
export interface Vectors extends Pick<Credentials, "secrets"> {
  readonly format: 1;
  /** In PEM, by the secrets, which are private keys then; absent unless the algorithm has a key pair. */
  readonly publicKeys?: readonly string[];
  readonly verificationToken: string;
  readonly encryptKey: string;
  /** The receiver's clock for all of them, in seconds since 1970. */
  readonly now: number;
  readonly application: Required<ApplicationBinding>;
  readonly vectors: readonly Vector[];
}

/** One request, and the answer of a receiver without any state. */
export interface Vector extends Pick<Case, "id" | "clause" | "level" | "why"> {
  /** Whether the receiver has encryption on. */
  readonly encryption: boolean;
  readonly method: string;
  /** The address with its query, if the signature covers it or the request has a query. */
  readonly url?: string;
  /** In the order sent; a name may occur twice, and one character of a value is one byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The raw body as Base64. */
  readonly body: string;
  /**
   * Whether a check of only headers, window and signature lets it pass; the nonce is new. Absent if that check
   * doesn't apply, or the documentation leaves it open.
   */
  readonly authentic?: boolean;
  /** Any of these, or of these classes. */
  readonly status: readonly WantedStatus[];
  /** The answer's body if it is fixed: no byte, or JSON. */
  readonly answer?: string;
}

/** What the secrets of the vectors are derived from. */
const secretTexts = ["example-signing-secret", "example-previous-secret"];

/** The other credentials of the vectors; not real ones. */
const fixed = {
  verificationToken: "example-verification-token",
  encryptKey: "example-encrypt-key",
};

/** The address of the receiver. */
const address = "https://receiver.example/webhook";

const application = {
  id: "app_example_vectors",
  organization: "org_example_vectors",
  environment: "sandbox",
  product: "product_example_vectors",
};

/** 2025-01-01T00:00:00Z. */
const nowSeconds = 1_735_689_600;

/** The cases of a suite that are a single request independent of time and connection, generated once for all. */
export function makeVectors(suite: Suite): Vectors {
  const { algorithm } = suite.protocol.signature;
  const secrets = secretTexts.map((text) => exampleSecret(suite.protocol, text));
  const isShared = algorithm.startsWith("hmac-");
  const publicKeys = isShared ? [] : secrets.map((secret) => derivePublicKey(suite.protocol, secret));
  const credentials = { secrets, ...(!isShared && { publicKeys }), ...fixed };
  if (!isDeterministic(algorithm))
    return { format: 1, now: nowSeconds, ...credentials, application, vectors: [] };
  const bindings = exampleBindings(suite);
  const vectors = suite.cases.flatMap((testCase) => {
    const modes = suite.protocol.encryption === undefined ? [false] : [false, true];
    return modes.flatMap(
      (encryption) => makeVector({ suite, bindings, secrets, publicKeys }, testCase, encryption) ?? [],
    );
  });
  return { format: 1, now: nowSeconds, ...credentials, application, vectors };
}

interface VectorContext {
  readonly suite: Suite;
  readonly bindings: ExampleBindings;
  readonly secrets: readonly string[];
  readonly publicKeys: readonly string[];
}

function makeVector(
  { suite, bindings, secrets, publicKeys }: VectorContext,
  testCase: Case,
  encryption: boolean,
): Vector | undefined {
  const { protocol } = suite;
  const { id, clause, level, why, needs = [], steps } = testCase;
  const encryptKey = encryption ? fixed.encryptKey : undefined;
  const { verificationToken } = fixed;
  const subject: Subject = { secrets, verificationToken, encryptKey, application, url: "", callbacks: true };
  const [step] = steps;
  const isEither = !needs.includes("encryption") && !needs.includes("plaintext");
  // Cases with the same answer in both modes are shown in plaintext; the first accepted case also encrypted.
  if (encryption && isEither && testCase !== firstAccepted(suite)) return undefined;
  if (steps.length !== 1 || step === undefined || !isStill(step)) return undefined;
  if (!needs.every((need) => offers(subject, need, protocol))) return undefined;
  const sender: Sender = {
    suite,
    bindings,
    credentials: subject,
    application,
    url: address,
    now: () => nowSeconds * 1000,
    random: derivedBytes(`${id} ${encryption}`),
  };
  const identities = newCaseIdentities(protocol, sender.random);
  const sent =
    "deliver" in step
      ? deliveryRequest(sender, identities, step.deliver)
      : verificationRequest(sender, identities, step.verify);
  const url =
    sent.query !== undefined || signsAddress(protocol.signature) ? withQuery(address, sent.query) : undefined;
  const keys = { secrets, publicKeys };
  const authentic =
    "deliver" in step && level !== "info" ? isAuthentic(protocol, keys, { ...sent, url }) : undefined;
  const answer = expectedAnswer(protocol, step, sent);
  return {
    id,
    clause,
    level,
    why,
    encryption,
    method: sent.method,
    ...(url !== undefined && { url }),
    headers: sent.headers,
    body: Buffer.from(sent.body).toString("base64"),
    ...(authentic !== undefined && { authentic }),
    status: wantedStatuses(protocol, step.expect.status),
    ...(answer !== undefined && { answer }),
  };
}

function firstAccepted({ cases }: Suite): Case | undefined {
  return cases.find(({ steps: [step], level }) => {
    return (
      level === "must" && step !== undefined && "deliver" in step && step.expect.status.includes("accepted")
    );
  });
}

/** Larger bodies add nothing to a check of signatures and would bloat the file. */
const maxLength = 20_000;

/** Whether a step is one request whose answer depends on no state, size or network. */
function isStill(step: Case["steps"][number]): step is DeliverStep | VerifyStep {
  if ("verify" in step) {
    const { challenge, pieceBytes } = step.verify;
    const isLong = typeof challenge === "object" && "length" in challenge && challenge.length > maxLength;
    return pieceBytes === undefined && !isLong;
  }
  if (!("deliver" in step)) return false;
  const { pieceBytes, method, body = [], outer = [] } = step.deliver;
  const isLarge = [...body, ...outer].some((edit) => "padTo" in edit || "withNested" in edit);
  return pieceBytes === undefined && method === undefined && !isLarge;
}

function isAuthentic(
  protocol: Protocol,
  keys: Pick<VectorContext, "secrets" | "publicKeys">,
  { headers, body, url }: Pick<Outgoing, "headers" | "body"> & { readonly url: string | undefined },
): boolean {
  const get = (name: string): string | null => {
    const values = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
    if (values.length === 0) return null;
    return values.map(([, value]) => value).join(", ");
  };
  const read = readHeaders(protocol, get);
  if (read.kind !== "complete") return false;
  const { timestamp: scheme } = protocol;
  const signedAt = scheme && parseInstant(scheme.unit, read.headers.timestamp);
  if (scheme !== undefined && (signedAt === undefined || !isRecent(scheme, signedAt, nowSeconds * 1000)))
    return false;
  if (furtherSignedHeaders(protocol).some((name) => get(name) === null)) return false;
  return verifySignature({ protocol, ...keys, ...read.headers, body, url, header: get });
}

function expectedAnswer(
  { verification }: Protocol,
  { expect }: DeliverStep | VerifyStep,
  sent: Outgoing,
): string | undefined {
  if (expect.body === "empty") return "";
  if (expect.body !== "challenge" || verification === undefined) return undefined;
  return verificationAnswer(verification, sent.challenge).body;
}

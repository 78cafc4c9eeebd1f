import { activeApplication } from "../active-application.js";
import { DeliveryError } from "../errors.js";
import { presentState } from "./endpoint.js";
import type { EndpointParts } from "./parts.js";
import { makeProof } from "./proof.js";
import { failure, faultOf, type VerificationFailure } from "./verification-answer.js";
import { verificationRequest } from "./verification-request.js";

/** What a test of a connection found. */
export type ConnectionTest =
  | {
      readonly verified: true;
      /** For a save of this URL, on this revision, until `expiresAt`. Neither store nor log it. */
      readonly proof: string;
      /** Milliseconds since 1970, inclusive. */
      readonly expiresAt: number;
      readonly revision: number;
    }
  | VerificationFailure;

const randomBytes = 32;

/**
 * Verifies that a receiver answers at a URL, as the protocol says. Writes nothing. Rejects with `application-unknown`,
 * `application-inactive`, and `precondition-failed` if the protocol has no verification.
 */
export async function testConnection(
  { context, keyRing, options }: EndpointParts,
  application: string,
  url: string,
): Promise<ConnectionTest> {
  const scheme = context.protocol.verification;
  if (scheme === undefined)
    throw new DeliveryError(
      "precondition-failed",
      "the protocol verifies no connections: save the URL without a proof",
    );
  const { organization } = await activeApplication(context, application);
  const problem = urlFault(options, url);
  if (problem !== undefined)
    return failure("url-refused", problem, "give the complete URL of a public HTTPS server");
  const { revision } = await presentState(context.store.db, application);
  const text = (): string => Buffer.from(context.random(randomBytes)).toString("base64url");
  const challenge = text();
  const result = await context.transport.post(verificationRequest(scheme, { url, challenge, token: text() }));
  const fault = faultOf(scheme, challenge, result);
  if (fault !== undefined) return fault;
  const expiresAt = context.clock.now() + options.proofSeconds * 1000;
  const proof = makeProof(keyRing, { organization, application, url, revision }, expiresAt);
  return { verified: true, proof, expiresAt, revision };
}

const longestUrl = 2048;

/** What is wrong with a candidate; it is kept and compared as it is, so it has no second spelling with white space. */
export function urlFault({ urlProblem }: EndpointParts["options"], url: string): string | undefined {
  if (url.length > longestUrl) return `the URL has more than ${longestUrl} characters`;
  if (!/^[\x21-\x7e]+$/.test(url)) return "the URL has white space or characters that aren't ASCII";
  return urlProblem(url);
}

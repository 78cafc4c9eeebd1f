import { isDeepStrictEqual } from "node:util";
import type { ConnectionVerification } from "@oipkit/runtime/webhook";
import type { Incoming } from "../exchange/send.js";
import type { Outgoing } from "../request/outgoing.js";

/** The body that answers a connection verification. */
export interface VerificationAnswer {
  /** As text. */
  readonly body: string;
  /** Whether it is JSON, whose form is free. */
  readonly json: boolean;
}

/** The body that a protocol prescribes as the answer to a verification. */
export function verificationAnswer(
  { answer, challengeProperty = "" }: ConnectionVerification,
  challenge: string | undefined,
): VerificationAnswer {
  const json = (value: unknown): VerificationAnswer => ({ body: JSON.stringify(value), json: true });
  switch (answer?.kind) {
    case "empty":
      return { body: "", json: false };
    case "text":
      return { body: challenge ?? "", json: false };
    case "fixed":
      return json(answer.json);
    case "json":
      return json({ [answer.property]: challenge });
    case undefined:
      return json({ [challengeProperty]: challenge });
  }
}

/** Whether an answer to a verification has the prescribed body, and no more bytes than the protocol allows. */
export function answersVerification(scheme: ConnectionVerification, sent: Outgoing, got: Incoming): boolean {
  if (got.body.length > scheme.maxResponseBytes) return false;
  const text = Buffer.from(got.body).toString("utf8");
  const wanted = verificationAnswer(scheme, sent.challenge);
  if (!wanted.json) return text === wanted.body;
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(wanted.body));
  } catch {
    return false;
  }
}

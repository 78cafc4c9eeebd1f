import type { Credentials } from "@oipkit/runtime/webhook";
import type { Incoming } from "../../conformance/exchange/send.js";
import type { Sender } from "../../conformance/request/delivery-request.js";
import type { Outgoing } from "../../conformance/request/outgoing.js";
import { masker } from "../../conformance/run/mask.js";
import { printable } from "../../text/printable.js";
import { credentialVariables } from "../options/credentials.js";

/** A request as HTTP/1.1 would show it, secrets masked. */
export function requestText(
  { method, headers, body }: Outgoing,
  { credentials }: Sender,
  to: string | undefined,
): string {
  const masked = masker(credentials);
  const lines = headers.map(([name, value]) => `${name}: ${printable(masked(value))}`);
  const text = masked(Buffer.from(body).toString("utf8")).split("\n").map(printable).join("\n");
  return `${method} ${to ?? "(no --to)"}\n${lines.join("\n")}\n\n${text}\n`;
}

const maxShown = 500;

/** Status, time and what the answer says, on one line. */
export function answerText({ status, body, elapsedMs }: Incoming, credentials: Credentials): string {
  const text = printable(masker(credentials)(Buffer.from(body).toString("utf8")));
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return `${status} in ${Math.round(elapsedMs)} ms${shown === "" ? "" : `: ${shown}`}`;
}

/** What probably is wrong where a right delivery isn't accepted, by the answer's role; ends with a line feed. */
export function likelyCause(status: number, { suite, credentials }: Sender): string {
  const { responses, timestamp } = suite.protocol;
  const other =
    credentials.encryptKey === undefined ? "expects an encrypted body (--encrypted)" : "expects plaintext";
  const { secret, verificationToken } = credentialVariables;
  const causes: Readonly<Record<number, string>> = {
    [responses.unauthenticated]: `the receiver has another ${secret} or ${verificationToken}, its clock is more than ${timestamp.toleranceSeconds} s off, or it checks the signature of a body that was parsed before`,
    [responses.unprocessable]: `the receiver is configured for another --application, --environment, --organization or --product, ${other}, or validates by another contract`,
    [responses.unavailable]: "the receiver can't reach its inbox or its nonce store",
    404: "the path of --to isn't the one that the receiver listens on",
    405: "the path of --to takes no POST",
  };
  const cause = causes[status];
  return cause === undefined ? "" : `probably ${cause}\n`;
}

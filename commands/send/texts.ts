import type { Credentials } from "@oipkit/runtime/webhook";
import { printable, printableLines } from "../../reader/text/printable.js";
import type { Incoming } from "../conform/exchange/send.js";
import type { Outgoing } from "../conform/request/outgoing.js";
import { withQuery } from "../conform/request/query.js";
import type { Sender } from "../conform/request/sender.js";
import { credentialMasker } from "../conform/run/mask.js";
import { credentialVariables } from "../options/credentials.js";

/** A request in the form of HTTP/1.1, with secrets masked. */
export function requestText(
  { method, query, headers, body }: Outgoing,
  { credentials }: Sender,
  to: string | undefined,
): string {
  const masked = credentialMasker(credentials);
  const lines = headers.map(([name, value]) => printable(`${name}: ${masked(value)}`));
  const text = printableLines(masked(Buffer.from(body).toString("utf8")));
  return `${printable(`${method} ${masked(withQuery(to ?? "(no --to)", query))}`)}\n${lines.join("\n")}\n\n${text}\n`;
}

const maxShown = 500;

/** Status, elapsed time and body of an answer, on one line. */
export function answerText({ status, body, elapsedMs }: Incoming, credentials: Credentials): string {
  const text = printable(credentialMasker(credentials)(Buffer.from(body).toString("utf8")));
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return `${status} in ${Math.round(elapsedMs)} ms${shown === "" ? "" : `: ${shown}`}`;
}

/** The probable reason why a valid delivery isn't accepted, by status; ends with a line feed. */
export function likelyCause(status: number, { suite, credentials }: Sender): string {
  const { responses, signature, timestamp } = suite.protocol;
  const other =
    credentials.encryptKey === undefined ? "expects an encrypted body (--encrypted)" : "expects plaintext";
  const { secret, verificationToken } = credentialVariables;
  const keys = suite.protocol.token === undefined ? secret : `${secret} or ${verificationToken}`;
  const clock =
    timestamp === undefined ? "" : ` its clock is off by more than ${timestamp.toleranceSeconds} s,`;
  const address = signature.content.includes("url")
    ? " it is configured with another address (--public-url),"
    : "";
  const causes: Readonly<Record<number, string>> = {
    [responses.unauthenticated]: `the receiver uses a different ${keys},${clock}${address} or it verifies the signature on a parsed body instead of the raw bytes`,
    [responses.unprocessable]: `the receiver is configured for a different --application, --environment, --organization or --product, ${other}, or validates against a different contract`,
    [responses.unavailable]: "the receiver can't reach its inbox or its nonce store",
    404: "the receiver doesn't listen on the path in --to",
    405: "the path in --to doesn't accept POST",
  };
  const cause = causes[status];
  return cause === undefined ? "" : `probably ${cause}\n`;
}

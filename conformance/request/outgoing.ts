import type { Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { HeaderChange } from "../suite/delivery.js";

/** A request as it is sent, byte for byte. */
export interface Outgoing {
  readonly method: string;
  /** Query that is added to the receiver's address, without its question mark. */
  readonly query?: string | undefined;
  /** One character of a value is one byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Sent in pieces of this many bytes. */
  readonly pieceBytes?: number | undefined;
  /** Sent with `Transfer-Encoding: chunked`. */
  readonly chunked?: boolean | undefined;
  /** Time limit of the protocol for the answer, in milliseconds. */
  readonly allowedMs?: number | undefined;
  /** The challenge that a connection verification sends; absent if it has none. */
  readonly challenge?: string | undefined;
  /** The token that goes with it. */
  readonly challengeToken?: string;
}

/** The headers after the changes, made in order; a header is named by its role in the protocol or literally. */
export function changedHeaders(
  headers: Outgoing["headers"],
  changes: readonly HeaderChange[] = [],
  { protocol, fresh }: { readonly protocol: Protocol; readonly fresh: () => string },
): Outgoing["headers"] {
  let current = headers;
  for (const change of changes) {
    const name = headerName(protocol, refOf(change));
    const others = current.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    const before = current.find(([other]) => other.toLowerCase() === name.toLowerCase());
    if ("set" in change) current = [...others, [name, byteString(change.to)]];
    else if ("fresh" in change) current = [...others, [name, fresh()]];
    else if ("remove" in change) current = others;
    else if (before === undefined) throw new MalformedCase(`there is no ${name} to send twice`);
    else current = [...current, [before[0], change.with === undefined ? before[1] : byteString(change.with)]];
  }
  assertSendable(current);
  return current;
}

function refOf(change: HeaderChange): string {
  if ("set" in change) return change.set;
  if ("fresh" in change) return change.fresh;
  return "remove" in change ? change.remove : change.double;
}

/** A header that HTTP forbids would look like a subject that closes the connection. */
function assertSendable(headers: Outgoing["headers"]): void {
  try {
    new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  } catch (cause) {
    throw new MalformedCase("a header can't be sent", { cause });
  }
}

function headerName(protocol: Protocol, ref: string): string {
  if (ref === "verification" && protocol.verification?.header !== undefined)
    return protocol.verification.header;
  const roles: Readonly<Record<string, string | undefined>> = { ...protocol.headers };
  return Object.hasOwn(roles, ref) && roles[ref] !== undefined ? roles[ref] : ref;
}

/** HTTP uses one character for one byte of a header; other text is sent as UTF-8. */
function byteString(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

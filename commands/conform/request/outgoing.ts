import type { Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { HeaderChange } from "../suite/delivery.js";
import { variedText } from "./varied.js";

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
    const name = headerName(protocol, headerRefOf(change));
    const others = current.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    const before = current.find(([other]) => other.toLowerCase() === name.toLowerCase());
    const present = (): readonly [string, string] => {
      if (before === undefined) throw new MalformedCase(`there is no ${name} to change`);
      return before;
    };
    if ("set" in change) current = [...others, [name, byteString(change.to)]];
    else if ("fresh" in change) current = [...others, [name, fresh()]];
    else if ("remove" in change) current = others;
    else if ("vary" in change) current = [...others, [name, byteString(variedText(present()[1], change.as))]];
    else if ("spell" in change)
      current = current.map((each) =>
        each[0].toLowerCase() === name.toLowerCase() ? [spelled(each[0], change.in), each[1]] : each,
      );
    else {
      const [own, value] = present();
      const second = [own, change.with === undefined ? value : byteString(change.with)] as const;
      current = change.first === true ? [second, ...current] : [...current, second];
    }
  }
  assertSendable(current);
  return current;
}

/** The header that a change is about, by its role or its name. */
export function headerRefOf(change: HeaderChange): string {
  if ("set" in change) return change.set;
  if ("fresh" in change) return change.fresh;
  if ("remove" in change) return change.remove;
  if ("vary" in change) return change.vary;
  return "spell" in change ? change.spell : change.double;
}

function spelled(name: string, letters: "lower" | "upper"): string {
  return letters === "lower" ? name.toLowerCase() : name.toUpperCase();
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

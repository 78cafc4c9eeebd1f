import type { ApplicationBinding, Credentials, Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { Delivery, HeaderChange } from "../suite/delivery.js";
import type { Suite } from "../suite/suite.js";
import { variedText } from "./change.js";
import type { ExampleBindings } from "./fresh-event.js";

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
    const name = headerName(protocol, changedHeader(change));
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
export function changedHeader(change: HeaderChange): string {
  if ("set" in change) return change.set;
  if ("fresh" in change) return change.fresh;
  if ("remove" in change) return change.remove;
  if ("vary" in change) return change.vary;
  if ("spell" in change) return change.spell;
  return change.double;
}

function spelled(name: string, letters: "lower" | "upper"): string {
  if (letters === "lower") return name.toLowerCase();
  return name.toUpperCase();
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
  if (Object.hasOwn(roles, ref) && roles[ref] !== undefined) return roles[ref];
  return ref;
}

/** HTTP uses one character for one byte of a header; other text is sent as UTF-8. */
function byteString(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** What is needed to build the requests of a case. */
export interface Sender {
  readonly suite: Pick<Suite, "protocol" | "headers" | "examples" | "ids">;
  readonly bindings: ExampleBindings;
  readonly credentials: Credentials;
  readonly application: ApplicationBinding;
  /** The address that the receiver is reached by, if the signature covers it. */
  readonly url?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** The query that is signed, and the one that is sent. */
export function signedAndSentQuery(query: Delivery["query"]): {
  readonly signed: string | undefined;
  readonly sent: string | undefined;
} {
  if (typeof query === "object") return query;
  return { signed: query, sent: query };
}

/** An address with a query, without its question mark, added to its own. */
export function withQuery(url: string, query: string | undefined): string {
  if (query === undefined || query === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

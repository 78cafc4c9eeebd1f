import type { Protocol } from "@oipkit/runtime/webhook";
import type { Outgoing } from "./outgoing.js";
import type { Sender } from "./sender.js";

/** Headers that are sent with every delivery, or only with some, by their role. */
const optionalRoles: ReadonlySet<string> = new Set(["test", "correlationId", "resource", "version"]);

/** The headers that a signature covers and that have no other role in a delivery, as the protocol spells them. */
export function furtherSignedHeaders({
  headers,
  signature,
}: Pick<Protocol, "headers" | "signature">): readonly string[] {
  const sent = Object.entries(headers)
    .filter(([role]) => !optionalRoles.has(role))
    .map(([, name]) => name.toLowerCase());
  return signature.content.flatMap((part) =>
    typeof part === "object" &&
    "header" in part &&
    ![...sent, contentType].includes(part.header.toLowerCase())
      ? [part.header]
      : [],
  );
}

const contentType = "content-type";

/** The content type and these headers: with the value that HTTP gives them, or else a new one. */
export function signedHeaders({ suite, url = "", now }: Sender, fresh: () => string): Outgoing["headers"] {
  const known: Readonly<Record<string, () => string>> = {
    host: () => (URL.canParse(url) ? new URL(url).host : ""),
    date: () => new Date(now()).toUTCString(),
  };
  const further = furtherSignedHeaders(suite.protocol).map(
    (name) => [name, (known[name.toLowerCase()] ?? fresh)()] as const,
  );
  return [[contentType, "application/json"], ...further];
}

import type { ProtocolHeaders } from "@oipkit/runtime/webhook";
import { delivering, type Family, incomplete } from "./near-miss.js";

const roles = ["deliveryId", "eventId", "eventType", "timestamp", "nonce", "signature"] as const;

const names: Readonly<Record<(typeof roles)[number], string>> = {
  deliveryId: "delivery-id",
  eventId: "event-id",
  eventType: "event-type",
  timestamp: "timestamp",
  nonce: "nonce",
  signature: "signature",
};

function presentRoles(headers: Partial<ProtocolHeaders> = {}): readonly (typeof roles)[number][] {
  return roles.filter((role) => headers[role] !== undefined);
}

/** Headers that are sent twice with different values. */
export const repeatedHeaderFamily: Family = {
  name: "repeated-header",
  member: "headers",
  rule: "A header with two values is refused.",
  on: "main",
  cases: ({ protocol: { headers } }) =>
    presentRoles(headers).flatMap((role) =>
      (["first", "last"] as const).map((position) => ({
        name: `${names[role]}-other-${position}`,
        level: "info",
        why: "With two different values, it is ambiguous which one counts.",
        cause: "The first or the last of several values is probably used.",
        steps: [
          delivering(
            { headers: [{ double: role, with: "another", ...(position === "first" && { first: true }) }] },
            incomplete,
          ),
        ],
      })),
    ),
};

/** Names of headers in other letters, as proxies write them. */
export const headerNameFamily: Family = {
  name: "header-name",
  member: "headers",
  rule: "The case of a header's name has no meaning.",
  on: "main",
  cases: ({ protocol: { headers } }) =>
    (["lower", "upper"] as const).map((letters) => ({
      name: `${letters}-case`,
      level: "should",
      why: "HTTP ignores the case of header names, and proxies change it.",
      cause: "Headers are probably looked up by their exact name.",
      steps: [
        delivering(
          { headers: [...presentRoles(headers), "content-type"].map((spell) => ({ spell, in: letters })) },
          ["accepted"],
        ),
      ],
    })),
};

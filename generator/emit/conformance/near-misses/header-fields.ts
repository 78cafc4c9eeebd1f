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

/** Media types that contain the name of JSON's. */
export const mediaTypeFamily: Family = {
  name: "media-type",
  member: "responses",
  rule: "Only JSON's own media type declares JSON.",
  on: "main",
  cases: () =>
    [
      ["longer", "application/jsonx"],
      ["sequence", "application/json-seq"],
      ["other-tree", "x-application/json"],
      ["in-parameter", "text/plain; application/json"],
      ["subtype-alone", "json"],
      ["text", "text/json"],
    ].map(([name = "", to = ""]) => ({
      name,
      level: "info",
      why: "A body that isn't declared as JSON must not be read as JSON.",
      cause: "The media type is probably searched for in the header.",
      steps: [delivering({ headers: [{ set: "content-type", to }] }, [415, ...incomplete])],
    })),
};

/** Ways to write JSON's media type. */
export const mediaTypeFormFamily: Family = {
  name: "media-type-form",
  member: "responses",
  rule: "JSON's media type is recognized however it is written.",
  on: "main",
  cases: () =>
    (
      [
        ["upper-case", { set: "content-type", to: "Application/JSON" }],
        ["space-before-parameter", { set: "content-type", to: "application/json ; charset=utf-8" }],
        ["no-space", { set: "content-type", to: "application/json;charset=UTF-8" }],
        ["quoted-parameter", { set: "content-type", to: 'application/json; charset="utf-8"' }],
        ["two-parameters", { set: "content-type", to: "application/json; charset=utf-8; version=1" }],
        ["identity", { set: "content-encoding", to: "identity" }],
      ] as const
    ).map(([name, change]) => ({
      name,
      level: "should",
      why: "HTTP defines these as the same media type, and proxies rewrite headers.",
      cause: "The header is probably compared as a whole.",
      steps: [delivering({ headers: [change] }, ["accepted"])],
    })),
};

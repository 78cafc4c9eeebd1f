import type { Protocol } from "@oipkit/runtime/webhook";
import { checkProtocols } from "../../../reader/check/protocols.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { dereference, placeAt } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { readProtocol } from "../../../reader/model/webhook-protocol.js";

/** How what a document sends is signed. */
export type DocumentProtocol =
  | { readonly kind: "unsigned" }
  /** A sentence without a full stop. */
  | { readonly kind: "unusable"; readonly problem: string }
  | {
      readonly kind: "signed";
      readonly protocol: Protocol;
      /** Headers without a role that every request has. */
      readonly otherHeaders: Readonly<Record<string, string>>;
    };

/** The webhook protocol that an OpenAPI document refers to. */
export function documentProtocol(contracts: Contracts, document: Document): DocumentProtocol {
  const reference = placeAt(document, ["x-webhook-protocol"]);
  if (reference.value === undefined) return { kind: "unsigned" };
  const place = dereference(contracts, reference);
  const { $ref } = (place.value ?? {}) as { readonly $ref?: unknown };
  if (typeof $ref === "string") {
    const file = $ref.split("#", 1)[0];
    const problem = `its protocol isn't among the contracts; pass \`${file}\` to the command, too`;
    return { kind: "unusable", problem };
  }
  const files = new Set([document.file, place.document.file]);
  const wrong = checkProtocols(contracts).find(
    ({ file, severity }) => severity === "error" && files.has(file),
  );
  if (wrong !== undefined)
    return { kind: "unusable", problem: `its protocol can't be used: ${wrong.message} (${wrong.file})` };
  if (!isSchemaObject(place.value)) return { kind: "unusable", problem: "its protocol isn't an object" };
  const { protocol, otherHeaders } = readProtocol(place.value);
  // Its schema was checked.
  return { kind: "signed", protocol: protocol as unknown as Protocol, otherHeaders };
}

import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { resolveReference } from "../documents/references.js";

/**
 * An OpenAPI document refers to the webhook protocol of an AsyncAPI document, whose receiver handles its webhooks. It can't
 * declare one: a protocol needs the events that it delivers.
 */
export function checkProtocolReferences(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const { "x-webhook-protocol": value } = document.value as { "x-webhook-protocol"?: unknown };
    if (value === undefined) return [];
    const ref = (value as { $ref?: unknown } | null)?.$ref;
    const target = typeof ref === "string" ? resolveReference(contracts.documents, document, ref) : undefined;
    if (target?.kind === "found" && isProtocol(contracts, target.target)) return [];
    return [
      diagnose(document, ["x-webhook-protocol"], {
        code: "extension-invalid",
        message: "`x-webhook-protocol` of an OpenAPI document must refer to that of an AsyncAPI document",
        hint: "Describe the events in an AsyncAPI document with `x-webhook-protocol`, and write `$ref: events.asyncapi.yaml#/x-webhook-protocol` here; or remove it, to get handlers of the webhooks.",
        target: "key",
      }),
    ];
  });
}

function isProtocol(
  { asyncapi }: Contracts,
  { document, tokens }: { readonly document: unknown; readonly tokens: readonly string[] },
): boolean {
  return (
    tokens.length === 1 && tokens[0] === "x-webhook-protocol" && asyncapi.some((each) => each === document)
  );
}

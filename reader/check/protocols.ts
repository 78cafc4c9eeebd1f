import type { Contracts } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { checkEvents } from "./events.js";
import { checkProtocolForms } from "./extensions.js";
import { checkProtocolParts, checkProtocolStrength } from "./protocol-parts.js";
import { checkProtocolPointers } from "./protocol-references.js";

/** All that is wrong with webhook protocols, as `checkContracts` says it. What a protocol must have to be read comes first. */
export function checkProtocols(contracts: Contracts): Diagnostic[] {
  const malformed = checkProtocolForms(contracts);
  const files = new Set(malformed.map(({ file }) => file));
  const asyncapi = contracts.asyncapi.filter(({ file, value }) => {
    const { "x-webhook-protocol": protocol } = value as { readonly "x-webhook-protocol"?: unknown };
    return protocol !== undefined && !files.has(file);
  });
  const readable = { ...contracts, asyncapi };
  return [
    ...malformed,
    ...checkProtocolParts(readable),
    ...checkEvents(readable).filter(({ code }) => code === "event-type-missing"),
    ...checkProtocolStrength(readable),
    ...checkProtocolPointers(readable),
  ];
}

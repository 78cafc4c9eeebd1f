import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Part } from "../part.js";
import { scalarText } from "../scalar-text.js";
import { bindingsOf } from "./bindings.js";
import type { EventDocument } from "./event-document.js";
import { securityOf } from "./security.js";

/** A server as a part. */
export function serverPart({ contracts }: EventDocument, server: Place, key: string): Part {
  const { protocolVersion } = isRecord(server.value) ? server.value : {};
  const address = addressOf(contracts, server);
  return {
    kind: "event-server",
    key,
    title: `server \`${address}\``,
    at: server,
    // Consumers connect to it.
    flow: "to-provider",
    facts: {
      address: { value: address },
      protocolVersion: { value: protocolVersion },
      security: securityOf(contracts, server),
      bindings: bindingsOf(contracts, server, "server"),
    },
  };
}

/** The address of a server: protocol, host and path, with the values that its variables may have. */
export function addressOf(contracts: Contracts, server: Place): string {
  const { protocol, host, pathname = "" } = (server.value ?? {}) as Readonly<Record<string, unknown>>;
  const url = `${scalarText(protocol)}://${scalarText(host)}${scalarText(pathname)}`.replace(/\/$/, "");
  const variables = entriesOf(below(server, "variables"));
  return variables.reduce((text, [name, reference]) => {
    const { enum: values, default: usual } = (dereference(contracts, reference).value ?? {}) as {
      readonly enum?: unknown;
      readonly default?: unknown;
    };
    const one = Array.isArray(values) ? values : usual === undefined ? undefined : [usual];
    return one === undefined
      ? text
      : text.replaceAll(`{${name}}`, `{${one.map(scalarText).sort().join("|")}}`);
  }, url);
}

import { below, entriesOf, type Place, placeAt } from "../../../reader/documents/place.js";
import type { Rule, RuleFinding } from "../rule.js";
import { itemsOf } from "../walk/operations.js";

const urlFields = ["tokenUrl", "authorizationUrl", "refreshUrl", "openIdConnectUrl"];
/** Protocols of AsyncAPI servers that have an encrypted form. */
const plain = new Map([
  ["http", "https"],
  ["ws", "wss"],
  ["mqtt", "mqtts"],
  ["amqp", "amqps"],
  ["kafka", "kafka-secure"],
  ["stomp", "stomps"],
]);

/** Servers without TLS. */
export const insecureUrl: Rule = {
  name: "insecure-url",
  formats: ["openapi", "asyncapi"],
  finds:
    "A server or an OAuth endpoint has no TLS: `http:`, `ws:`, `mqtt:`, `amqp:` or `kafka:`. Addresses of the own machine are fine.",
  why: "Everyone on the way can read tokens and data, and change them.",
  remedy: "Use the encrypted protocol, or `localhost` for a server that only runs on the own machine.",
  severity: "error",
  *check({ contracts, operations }) {
    for (const document of contracts.openapi) {
      const root = placeAt(document, []);
      const items = entriesOf(below(root, "paths")).map(([, item]) => item);
      yield* plainServers([root, ...items]);
      for (const tokens of [["components", "securitySchemes"], ["securityDefinitions"]])
        for (const [, scheme] of entriesOf(placeAt(document, tokens))) yield* plainEndpoints(scheme);
    }
    yield* plainServers(operations.map(({ place }) => place));
    for (const document of contracts.asyncapi) {
      for (const [name, server] of entriesOf(placeAt(document, ["servers"]))) {
        const { protocol, host, url } = (server.value ?? {}) as Record<string, unknown>;
        const secure = plain.get(String(protocol));
        if (secure === undefined || isOwnMachine(String(host ?? url))) continue;
        yield {
          place: below(server, "protocol"),
          message: `the server \`${name}\` has no TLS`,
          remedy: `Use \`${secure}\`.`,
        };
      }
    }
  },
};

function* plainServers(holders: readonly Place[]): Generator<RuleFinding> {
  for (const holder of holders)
    for (const server of itemsOf(below(holder, "servers"))) yield* plainUrl(below(server, "url"));
}

function* plainEndpoints(scheme: Place): Generator<RuleFinding> {
  const flows = entriesOf(below(scheme, "flows")).map(([, flow]) => flow);
  for (const holder of [scheme, ...flows])
    for (const field of urlFields) yield* plainUrl(below(holder, field));
}

function* plainUrl(place: Place): Generator<RuleFinding> {
  const url = String(place.value ?? "");
  if (!/^http:\/\//i.test(url) || isOwnMachine(url)) return;
  yield { place, message: "this address has no TLS", remedy: "Use `https:`." };
}

function isOwnMachine(address: string): boolean {
  return /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i.test(
    address,
  );
}

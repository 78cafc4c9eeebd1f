import type { Document } from "../../../reader/documents/document.js";
import { below, childPlaces, type Place, placeAt } from "../../../reader/documents/place.js";
import type { Rule, RuleFinding } from "../rule.js";
import { listItems } from "../walk/operations.js";

/** Forms that issuers chose so that leaked secrets can be found, with the words for a message. */
const forms: readonly (readonly [string, RegExp])[] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/=\s]{40}/],
  ["an access key of AWS", /\b(?:AKIA|ASIA)(?![0-9A-Z]*EXAMPLE)[0-9A-Z]{16}\b/],
  ["a token of GitHub", /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/],
  ["a token of Slack", /\bxox[abeprs]-[0-9]{8,}-[0-9A-Za-z-]{20,}/],
  ["a live key of Stripe", /\b[rs]k_live_[0-9A-Za-z]{20,}\b/],
  ["an API key of Google", /\bAIza[0-9A-Za-z_-]{35}\b/],
  ["a token of npm", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a token of GitLab", /\bglpat-[0-9A-Za-z_-]{20}\b/],
  ["a key of SendGrid", /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
];

/** Real-looking secrets in contracts and their examples. */
export const secretInExample: Rule = {
  name: "secret-in-example",
  formats: ["openapi", "asyncapi", "schema"],
  finds:
    "A contract or one of its examples contains what looks like a real secret, by the form that its issuer gives it.",
  why: "Contracts are published, and examples are copied; a real secret in one of them is leaked.",
  remedy: "Revoke it if it is real, and write a text that nobody can take for a secret, such as `sk_live_…`.",
  severity: "error",
  *check({ contracts }) {
    const documents = new Set<Document>(contracts.documents.values());
    for (const { document } of contracts.examples) documents.add(document);
    for (const document of documents) {
      const there = forms.filter(
        ([, form]) => form.test(document.text) || document.text.includes("PRIVATE KEY"),
      );
      if (there.length === 0) continue;
      for (const place of textsIn(document)) {
        const found = there.find(([, form]) => form.test(place.value));
        if (found !== undefined) yield { place, message: `this text looks like ${found[0]}`, secret: true };
      }
    }
  },
};

/** All strings of a document. */
function* textsIn(document: Document): Generator<Place & { readonly value: string }> {
  const open: { tokens: readonly string[]; value: unknown }[] = [{ tokens: [], value: document.value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { tokens, value } = next;
    if (typeof value === "string") yield { document, tokens, value };
    else if (value !== null && typeof value === "object")
      for (const [key, item] of Object.entries(value)) open.push({ tokens: [...tokens, key], value: item });
  }
}

const secret =
  /^(?:x[-_])?(?:api[-_]?key|apikey|(?:access|auth|bearer|refresh|id|session|csrf)[-_]?token|token|client[-_]?secret|secret|password|passwd|pwd|private[-_]?key|credentials?|jwt)$/i;

/** Secrets in the query of a URL. */
export const secretInQuery: Rule = {
  name: "secret-in-query",
  formats: ["openapi"],
  finds: "A query parameter or a security scheme with `in: query` carries a secret.",
  why: "URLs end up in access logs, proxies, browser histories and `Referer` headers, and the secret with them.",
  remedy: "Send it in the `Authorization` header, or in the body.",
  severity: "error",
  *check({ contracts, operations }) {
    const seen = new Set<unknown>();
    for (const { parameters } of operations) {
      for (const parameter of parameters) {
        const { in: where, name } = parameter.value as { in?: unknown; name?: unknown };
        if (where !== "query" || typeof name !== "string" || !secret.test(name)) continue;
        if (seen.has(parameter.value)) continue;
        seen.add(parameter.value);
        yield {
          place: below(parameter, "name"),
          message: `the query parameter \`${name}\` looks like a secret`,
          remedy:
            "Send it in a header or in the body; if it isn't a secret, rename it, or ignore the rule here.",
        };
      }
    }
    for (const document of contracts.openapi) {
      const schemes = [["components", "securitySchemes"], ["securityDefinitions"]];
      for (const tokens of schemes) {
        for (const [name, scheme] of childPlaces(placeAt(document, tokens))) {
          if ((scheme.value as { in?: unknown } | null)?.in !== "query") continue;
          yield {
            place: below(scheme, "in"),
            message: `the security scheme \`${name}\` sends its key in the query`,
          };
        }
      }
    }
  },
};

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
      const items = childPlaces(below(root, "paths")).map(([, item]) => item);
      yield* plainServers([root, ...items]);
      for (const tokens of [["components", "securitySchemes"], ["securityDefinitions"]])
        for (const [, scheme] of childPlaces(placeAt(document, tokens))) yield* plainEndpoints(scheme);
    }
    yield* plainServers(operations.map(({ place }) => place));
    for (const document of contracts.asyncapi) {
      for (const [name, server] of childPlaces(placeAt(document, ["servers"]))) {
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
    for (const server of listItems(below(holder, "servers"))) yield* plainUrl(below(server, "url"));
}

function* plainEndpoints(scheme: Place): Generator<RuleFinding> {
  const flows = childPlaces(below(scheme, "flows")).map(([, flow]) => flow);
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

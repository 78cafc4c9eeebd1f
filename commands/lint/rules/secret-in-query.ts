import { below, entriesOf, placeAt } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

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
        for (const [name, scheme] of entriesOf(placeAt(document, tokens))) {
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

import type { Document } from "../../../reader/documents/document.js";
import type { Place } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

/** Forms that issuers chose so that leaked secrets can be found, with the words for a message. */
const forms: readonly (readonly [string, RegExp])[] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/=\s]{40}/],
  ["an access key of AWS", /\b(?:AKIA|ASIA)(?!.*EXAMPLE)[0-9A-Z]{16}\b/],
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

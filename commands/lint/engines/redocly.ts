import { unmarked } from "../../../reader/check/inherited-names.js";
import { notJudged } from "../../../reader/check/not-judged.js";
import { isHarmless, readable, tokensOf } from "../../../reader/check/redocly-documents.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { entriesOf, placeAt } from "../../../reader/documents/place.js";
import { isAsyncApi } from "../../../reader/documents/specification-version.js";
import { json } from "../../../reader/text/json.js";
import type { Fix } from "../fixes/fix.js";
import type { Found } from "../found.js";
import type { LintSettings } from "../settings.js";
import type { Severities } from "../severities.js";
import { redoclyLevels } from "./redocly-levels.js";
import { type RedoclyRules, runRedocly } from "./run-redocly.js";

/**
 * The AsyncAPI Initiative's parser knows the structure of more versions, and tags of messages repeat those of the
 * document by name.
 */
const notForAsyncApi: ReadonlySet<string> = new Set(["struct", "tag-description"]);

/** Runs Redocly's rules on the OpenAPI and AsyncAPI documents. */
export async function lintWithRedocly(
  contracts: Contracts,
  settings: LintSettings,
  severities: Severities,
): Promise<Found[]> {
  const roots = [...contracts.openapi, ...contracts.asyncapi];
  if (roots.length === 0) return [];
  const rules = rulesFor(settings, severities);
  const { documents, resolver } = readable(contracts);
  const found: Found[] = [];
  for (const root of roots) {
    const lintable = documents.get(root);
    const without = lintable && unreadableVersion(root);
    if (without !== undefined) found.push({ ...without, document: root });
    if (lintable === undefined || without !== undefined) continue;
    const { problems, failed } = await runRedocly(lintable, { rules: rulesOf(root, rules), resolver });
    if (isAsyncApi(root.value, "3") && severities.isOn(`redocly/${slashRule}`))
      found.push(...trailingSlashes(root));
    for (const each of failed) {
      const about = { tokens: [], target: "value", document: root } as const;
      found.push({ ...notJudged(each.error, each.who), ...about });
    }
    for (const { ruleId, message: text, suggest, location: places } of problems) {
      const [location] = places;
      const document = (location && contracts.documents.get(location.source.absoluteRef)) || root;
      const message =
        unmarked(text)
          .split("\n")[0]
          ?.replace(/\.?\s*$/, "") ?? "";
      if (ruleId === "struct" && isHarmless(message, root)) continue;
      if (notForAsyncApi.has(ruleId) && contracts.asyncapi.includes(root)) continue;
      const tokens = location?.pointer === undefined ? [] : tokensOf(location.pointer);
      const words = suggest.map((word) => `\`${unmarked(word)}\``);
      found.push({
        code: `redocly/${ruleId}`,
        document,
        tokens,
        target: location?.reportOnKey ? "key" : "value",
        message,
        hint: words.length > 0 ? `Did you mean ${words.join(" or ")}?` : undefined,
        fix: fixOf(ruleId, { tokens, document }),
      });
    }
  }
  return found;
}

/** What to say of a document of a version that Redocly's linter doesn't know; it throws for one. */
function unreadableVersion({ value }: Document): Omit<Found, "document"> | undefined {
  const { openapi, asyncapi, swagger } = value as Readonly<Record<string, unknown>>;
  const version = openapi ?? asyncapi ?? swagger;
  const isKnown =
    typeof version === "string" &&
    (openapi !== undefined ? /^3\.[012]/ : asyncapi !== undefined ? /^[23]\./ : /^2\.0/).test(version);
  if (isKnown) return undefined;
  const key = openapi !== undefined ? "openapi" : asyncapi !== undefined ? "asyncapi" : "swagger";
  const message = `Redocly's rules don't know this version: \`${key}: ${shown(version)}\``;
  const hint = "Use OpenAPI 2.0, 3.0 or 3.1, or AsyncAPI 2 or 3.";
  return { code: "version-unsupported", tokens: [key], target: "value", message, hint };
}

function shown(version: unknown): string {
  return typeof version === "string" ? version : json(version);
}

const slashRule = "no-channel-trailing-slash";

/** The rules for one document: this one takes every channel of AsyncAPI 3 to have an address, which it need not have. */
function rulesOf(root: Document, rules: RedoclyRules): RedoclyRules {
  return isAsyncApi(root.value, "3") ? { ...rules, [slashRule]: "off" } : rules;
}

/** What that rule finds in channels that have an address. */
function trailingSlashes(root: Document): Found[] {
  const sections = [["channels"], ["components", "channels"]];
  return sections
    .flatMap((tokens) => entriesOf(placeAt(root, tokens)))
    .flatMap(([, { document, tokens, value }]) => {
      const { address } = (value ?? {}) as { address?: unknown };
      if (typeof address !== "string" || !/.\/$/.test(address)) return [];
      const message = `\`${address}\` should not have a trailing slash`;
      return [
        { code: `redocly/${slashRule}`, document, tokens, target: "key", message, hint: undefined } as const,
      ];
    });
}

/** The rules in the form of Redocly's configuration; the engine's own severities don't matter. */
function rulesFor({ rules }: LintSettings, severities: Severities): RedoclyRules {
  const names = new Set(Object.keys(redoclyLevels).map((name) => `redocly/${name}`));
  for (const name of rules.keys()) if (name.startsWith("redocly/rule/")) names.add(name);
  return Object.fromEntries(
    [...names].map((name) => [
      name.slice("redocly/".length),
      severities.isOn(name) ? { severity: "error", ...rules.get(name)?.options } : "off",
    ]),
  );
}

/** Corrections of rules for which only one is possible. */
function fixOf(rule: string, { tokens, document }: Pick<Found, "tokens" | "document">): Fix | undefined {
  if (rule !== "no-server-trailing-slash") return undefined;
  const url = tokens.reduce<unknown>(
    (value, token) => (value as Readonly<Record<string, unknown>> | undefined)?.[token],
    document.value,
  );
  if (typeof url !== "string" || !/[^/]\/$/.test(url)) return undefined;
  return { kind: "replace", tokens, text: url.slice(0, -1) };
}

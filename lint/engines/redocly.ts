import { unmarked } from "../../generator/check/inherited-names.js";
import { isHarmless, readable, tokensOf } from "../../generator/check/redocly-documents.js";
import { loadRedocly } from "../../generator/large-libraries.js";
import type { Contracts } from "../../generator/read/contracts.js";
import type { Fix } from "../fixes/fix.js";
import type { Found } from "../found.js";
import type { LintSettings } from "../settings.js";
import type { Severities } from "../severities.js";
import { redoclyLevels } from "./redocly-levels.js";

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
  const { createConfig, lintDocument } = loadRedocly();
  const config = await createConfig({ rules: rulesFor(settings, severities) });
  const { documents, resolver } = readable(contracts);
  const found: Found[] = [];
  for (const root of roots) {
    const lintable = documents.get(root);
    if (lintable === undefined) continue;
    const options = { document: lintable, config: config.styleguide, externalRefResolver: resolver };
    let problems: Awaited<ReturnType<typeof lintDocument>>;
    try {
      problems = await lintDocument(options);
    } catch (error) {
      if (!(error instanceof Error) || !/unsupported|version/i.test(error.message)) throw error;
      const message = `Redocly's rules don't know this version (${error.message.replace(/\.?\s*$/, "")})`;
      const hint = "Use OpenAPI 2.0, 3.0 or 3.1, or AsyncAPI 2 or 3.";
      const about = { code: "version-unsupported", tokens: [], target: "value", message, hint } as const;
      found.push({ ...about, document: root });
      continue;
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

/** The rules in the form of Redocly's configuration; the engine's own severities don't matter. */
function rulesFor({ rules }: LintSettings, severities: Severities): Record<string, object | "off"> {
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

import { valueAt } from "@oipkit/runtime/json-pointer";
import { hasSlowPattern } from "../../../reader/check/asyncapi-parser.js";
import {
  isHarmless,
  notJudged,
  pointerTokens,
  readable,
  unmarked,
} from "../../../reader/check/foreign-parsers.js";
import { type RedoclyRules, runRedocly } from "../../../reader/check/redocly.js";
import { hasStructure } from "../../../reader/check/structure.js";
import { isAsyncApi } from "../../../reader/documents/contract-kind.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { childPlaces, placeAt } from "../../../reader/documents/place.js";
import { recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { json } from "../../../reader/text/json.js";
import type { Fix, Found } from "../rule.js";
import type { LintSettings, Severities } from "../settings.js";
import { redoclyLevels } from "./levels.js";

/**
 * The AsyncAPI Initiative's parser knows the structure of more versions. Tags of messages repeat those of the document by name, and the
 * security of a server is that of its operations, which need none of their own.
 */
const notForAsyncApi: ReadonlySet<string> = new Set([
  "struct",
  "tag-description",
  "no-duplicated-tag-names",
  "security-defined",
]);

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
  const isSlow = hasSlowPattern(contracts);
  const found: Found[] = [];
  for (const root of roots) {
    const lintable = documents.get(root);
    const without = lintable && unreadableVersion(root);
    if (without !== undefined) found.push({ ...without, document: root });
    if (lintable === undefined || without !== undefined) continue;
    const chosen = documentRules(root, rules);
    if (isSlow && exampleRules.some((name) => (chosen[name] ?? "off") !== "off"))
      found.push({ ...examplesNotJudged, document: root });
    const chooses = (name: string): boolean => (chosen[name] ?? "off") !== "off";
    const hasManyPaths = chooses(pathRule) && countPaths(root) > mostPaths;
    if (hasManyPaths) found.push({ ...pathsNotJudged, document: root });
    const left = {
      ...(isSlow && withoutExamples),
      ...(hasManyPaths && withoutPaths),
      ...(chooses("struct") && hasStructure(root) && withoutStructure),
    };
    const runnable = { ...chosen, ...left };
    const { problems, failed } = await runRedocly(lintable, { rules: runnable, resolver });
    if (isAsyncApi(root.value, "3") && severities.isOn(`redocly/${slashRule}`))
      found.push(...trailingSlashes(root));
    for (const each of failed) {
      const about = { tokens: [], target: "value", document: root } as const;
      found.push({ ...notJudged(each.error, each.who), ...about });
    }
    for (const { ruleId, message: text, suggest, location: places } of problems) {
      const [location] = places;
      const document = (location && contracts.documents.get(location.source.absoluteRef)) || root;
      const message = inKnownWords(unmarked(text).split("\n")[0]?.trimEnd().replace(/\.$/, "") ?? "");
      if (ruleId === "struct" && isHarmless(message, root)) continue;
      if (notForAsyncApi.has(ruleId) && contracts.asyncapi.includes(root)) continue;
      const tokens = location?.pointer === undefined ? [] : pointerTokens(location.pointer);
      if (ruleId === "no-required-schema-properties-undefined" && isDeclaredAround(document, tokens))
        continue;
      if (/^Example validation errored/.test(message)) {
        found.push({ ...exampleNotJudged(ruleId), document, tokens });
        continue;
      }
      const words = suggest.map((word) => `\`${unmarked(word)}\``);
      found.push({
        code: `redocly/${ruleId}`,
        document,
        tokens,
        target: location?.reportOnKey ? "key" : "value",
        message,
        hint: words.length > 0 ? `Did you mean ${words.join(" or ")}?` : undefined,
        fix: findFix(ruleId, { tokens, document }),
      });
    }
  }
  return found;
}

/** Rules that match examples with the patterns of the document by backtracking, which a pattern may keep busy for ever. */
const exampleRules = [
  "no-invalid-media-type-examples",
  "no-invalid-parameter-examples",
  "no-invalid-schema-examples",
] as const;
const withoutExamples = Object.fromEntries(exampleRules.map((name) => [name, "off"] as const));
const examplesNotJudged = {
  code: "not-judged",
  tokens: [],
  target: "value",
  message: "Redocly's rules about examples don't run, since a pattern of the contracts may take too long",
  hint: "Use `invalid-example` in their place, or let each text match the pattern in one way only.",
} as const;

const conditional: ReadonlySet<string> = new Set(["if", "then", "else", "not"]);

/** Whether an entry of the `required` of an `if`, `then`, `else` or `not` is a property of the schema around it, where this linter doesn't look. */
function isDeclaredAround({ value }: Document, tokens: readonly string[]): boolean {
  if (!conditional.has(tokens.at(-3) ?? "")) return false;
  const { properties } = recordOrEmpty(valueAt(value, tokens.slice(0, -3)));
  return Object.hasOwn(recordOrEmpty(properties), String(valueAt(value, tokens)));
}

/** Words of earlier versions of Redocly: the fingerprint of a finding has them, and the new ones are those of a failing program. */
function inKnownWords(message: string): string {
  return message.replace(/^(Required property '.*') is not defined$/, "$1 is undefined");
}

/**
 * What to say of an example that a rule of Redocly failed to compare with its schema. The library's own words would be about its code, and
 * name a file of this machine if, for example, data has the key `$id`.
 */
function exampleNotJudged(ruleId: string): Omit<Found, "document" | "tokens"> {
  return {
    code: "not-judged",
    target: "value",
    message: `Redocly's rule \`${ruleId}\` could not compare this example with its schema: a limit of oipkit, the example may be valid`,
    hint: "Use `invalid-example` in its place.",
  };
}

/** For documents in which this rule would find nothing: it looks at every object, so it takes longer than all others together. */
const withoutStructure = { struct: "off" } as const;

/** The rule that compares each path with each other one, and the most paths for which it runs: for twice as many, it needs a second. */
const pathRule = "no-ambiguous-paths";
const mostPaths = 1_000;
const withoutPaths = { [pathRule]: "off" } as const;
const pathsNotJudged = {
  code: "not-judged",
  tokens: ["paths"],
  target: "key",
  message: `Redocly's rule \`${pathRule}\` doesn't run on more than ${mostPaths} paths, since it compares each with each other one`,
  hint: `Divide the document, or set \`redocly/${pathRule}\` to \`off\`.`,
} as const;

function countPaths({ value }: Document): number {
  const { paths } = (value ?? {}) as { readonly paths?: unknown };
  return Object.keys(recordOrEmpty(paths)).length;
}

const versionKeys = ["openapi", "asyncapi", "swagger"] as const;
const knownVersions = { openapi: /^3\.[012]/, asyncapi: /^[23]\./, swagger: /^2\.0/ } as const;

/** What to say of a document of a version that Redocly's linter doesn't know; it throws for one. */
function unreadableVersion({ value }: Document): Omit<Found, "document"> | undefined {
  const members = value as Readonly<Record<string, unknown>>;
  const key = versionKeys.find((each) => members[each] !== undefined) ?? "swagger";
  const version = members[key];
  if (typeof version === "string" && knownVersions[key].test(version)) return undefined;
  const message = `Redocly's rules don't know this version: \`${key}: ${shown(version)}\``;
  const hint = "Use OpenAPI 2.0, 3.0 or 3.1, or AsyncAPI 2 or 3.";
  return { code: "version-unsupported", tokens: [key], target: "value", message, hint };
}

function shown(version: unknown): string {
  if (typeof version === "string") return version;
  return json(version);
}

const slashRule = "no-channel-trailing-slash";

/** The rules for one document: this one takes every channel of AsyncAPI 3 to have an address, which it need not have. */
function documentRules(root: Document, rules: RedoclyRules): RedoclyRules {
  if (isAsyncApi(root.value, "3")) return { ...rules, [slashRule]: "off" };
  return rules;
}

/** What that rule finds in channels that have an address. */
function trailingSlashes(root: Document): Found[] {
  const sections = [["channels"], ["components", "channels"]];
  return sections
    .flatMap((tokens) => childPlaces(placeAt(root, tokens)))
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
function findFix(rule: string, { tokens, document }: Pick<Found, "tokens" | "document">): Fix | undefined {
  if (rule !== "no-server-trailing-slash") return undefined;
  const url = tokens.reduce<unknown>(
    (value, token) => (value as Readonly<Record<string, unknown>> | undefined)?.[token],
    document.value,
  );
  if (typeof url !== "string" || !/[^/]\/$/.test(url)) return undefined;
  return { kind: "replace", tokens, text: url.slice(0, -1) };
}

import { isOpenApi } from "../documents/contract-kind.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { type Document, type PartReading, valueReading } from "../documents/document.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { isSchemaObject } from "../documents/schema-walk.js";
import {
  isHarmless,
  isInExtension,
  notJudged,
  pointerTokens,
  readable,
  unmarked,
} from "./foreign-parsers.js";
import { checkOperationIds } from "./operations.js";
import { runRedocly } from "./redocly.js";
import { inWordsOfJsonSchema, structureHint } from "./schemas.js";
import { hasStructure } from "./structure.js";

/** Checks the structure of OpenAPI documents with Redocly's linter, structural rules only. */
export async function checkOpenApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.openapi.length === 0) return [];
  const judged = contracts.openapi.filter((document) => !hasStructure(document));
  const found = judged.length === 0 ? [] : await lint(contracts, judged);
  return [...inWordsOfJsonSchema(contracts, found), ...checkOperationIds(contracts)];
}

async function lint(contracts: Contracts, judged: readonly Document[]): Promise<Diagnostic[]> {
  const { documents, resolver } = readable(contracts);
  const found = await Promise.all(
    judged.map(async (document) => {
      const lintable = documents.get(document);
      if (lintable === undefined) return [];
      const { problems, failed } = await runRedocly(lintable, { rules: { struct: {} }, resolver });
      const [failure] = failed;
      if (failure !== undefined)
        return [diagnose(document, [], notJudged(failure.error, "Redocly's linter"))];
      const misspelt = misspeltFields(problems);
      return problems.flatMap((problem) => {
        const [location] = problem.location;
        const at = (location && contracts.documents.get(location.source.absoluteRef)) || document;
        const tokens = location?.pointer === undefined ? [] : pointerTokens(location.pointer);
        const version = `OpenAPI ${openApiVersion(document)}`;
        const suggested = problem.suggest.map((word) => `\`${unmarked(word)}\``).join(" or ");
        const hint = suggested ? `Did you mean ${suggested}?` : structureHint(contracts, at, version);
        const message = unmarked(problem.message).trimEnd().replace(/\.$/, "");
        if (isHarmless(message, document) || misspelt.has(missingField(problem) ?? "")) return [];
        const isLater = openApiVersion(document) === "3.2" || openApiVersion(at) === "3.2";
        if (isLater && isOfVersion32({ message, tokens })) return [];
        if (isInExtension(at, tokens)) return [];
        return [
          diagnose(at, tokens, {
            // What code is made from has its form (`repairDocuments`); anything else doesn't matter to it.
            severity: isStructure(message) ? "error" : "warning",
            code: "openapi-invalid",
            message,
            hint,
            target: location?.reportOnKey ? "key" : "value",
          }),
        ];
      });
    }),
  );
  return found.flat();
}

/** Whether an object or a list is missing where something is read from it. */
function isStructure(message: string): boolean {
  return /^Expected type .* \((?:object|array)\) but got/.test(message);
}

/** What this file needs of a linter's problem. */
interface Problem {
  readonly message: string;
  readonly suggest: readonly string[];
  readonly location: readonly { readonly pointer?: string | undefined }[];
}

/** The fields whose names are probably misspelt: a finding says so, and that they are missing adds nothing. */
function misspeltFields(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ suggest, location: [at] }) => {
      const pointer = at?.pointer ?? "";
      return suggest.map((name) => `${pointer.slice(0, pointer.lastIndexOf("/") + 1)}${name}`);
    }),
  );
}

/** The pointer to a required field that isn't there. */
function missingField({ message, location: [at] }: Problem): string | undefined {
  const name = /^The field `(.+)` must be present on this level/.exec(message)?.[1];
  if (name === undefined) return undefined;
  return `${at?.pointer ?? ""}/${name}`;
}

function openApiVersion({ value }: Document): string {
  const { openapi } = value as { openapi?: string };
  return openapi?.slice(0, 3) ?? "3.1";
}

/** Fields that OpenAPI 3.2 added to some object. */
const added = new Set(
  (
    "$self query additionalOperations mediaTypes itemSchema itemEncoding prefixEncoding parent kind summary name deviceAuthorization " +
    "deviceAuthorizationUrl oauth2MetadataUrl deprecated defaultMapping dataValue serializedValue nodeType allowReserved style explode"
  ).split(" "),
);

/**
 * Whether a problem of the linter, which knows OpenAPI 3.1, is about something that 3.2 allows: a new field, the place `querystring`, the style
 * `cookie`, a response without a description, or a flow without the URLs of the others.
 */
function isOfVersion32({
  message,
  tokens,
}: {
  readonly message: string;
  readonly tokens: readonly string[];
}): boolean {
  const field = /^Property `(.+)` is not expected here/.exec(message)?.[1];
  if (field !== undefined) return added.has(field);
  if (/^The field `description` must be present/.test(message)) return tokens.includes("responses");
  const last = tokens.at(-1);
  if (last === "in" && /querystring/.test(message)) return true;
  if (last === "in" || last === "style") return /can be one of the following only/.test(message);
  return tokens.includes("deviceAuthorization");
}

/** Warns about what OpenAPI 3.2 can say and generated code doesn't do. */
export function checkVersion32(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    if (!isOpenApi(document.value, "3.2")) return [];
    return unsupported(placeAt(document, []));
  });
}

function unsupported(root: Place): Diagnostic[] {
  const found: Diagnostic[] = [];
  const open: { place: Place; reading: PartReading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    if (place.value === null || typeof place.value !== "object" || reading === "data") continue;
    if (reading === "keywords") found.push(...unsupportedAt(place));
    for (const key of Object.keys(place.value)) {
      const item = below(place, key);
      if (!key.startsWith("x-")) open.push({ place: item, reading: valueReading(reading, key, item.value) });
    }
  }
  return found;
}

function unsupportedAt(place: Place): Diagnostic[] {
  const { document, tokens, value } = place;
  if (!isSchemaObject(value)) return [];
  const warn = (key: string, message: string, hint: string): Diagnostic =>
    diagnose(document, [...tokens, key], { severity: "warning", code: "feature-unsupported", message, hint });
  if (value.itemSchema !== undefined && tokens.at(-2) === "content")
    return [
      warn(
        "itemSchema",
        `the items of \`${tokens.at(-1)}\` have no type: the client gives the stream of its bytes`,
        "Read the body with `stream()`, and parse its items; or send them as events, lines of JSON or a JSON text sequence.",
      ),
    ];
  if (value.in === "querystring" && value.name !== undefined && tokens.at(-2) === "parameters")
    return [
      warn(
        "in",
        "the whole query is described as something other than a form, so the client can't send it",
        "Describe it as `application/x-www-form-urlencoded`, or as parameters with `in: query`.",
      ),
    ];
  return [];
}

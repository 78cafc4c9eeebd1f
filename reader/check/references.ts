import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { isAsyncApi } from "../documents/contract-kind.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import {
  type Document,
  isExtension,
  type PartReading,
  type Reference,
  valueReading,
} from "../documents/document.js";
import { below, type Place, placeAt, placeKey } from "../documents/place.js";
import { type ReferenceTarget, type Resolution, resolveReference } from "../documents/references.js";
import { isSchemaObject } from "../documents/schema-walk.js";
import { NameSuggestions } from "./name-suggestions.js";

/** Every reference must resolve to a value in a local file, and must not form a cycle. */
export function checkReferences(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  const suggestions = new NameSuggestions();
  for (const path of contracts.names.keys()) {
    const document = contracts.documents.get(path);
    if (document === undefined) continue;
    for (const reference of document.scan.references) {
      // What may be data need not resolve; a schema that refers to it fails.
      if (reference.isUnknown) continue;
      const problem = referenceProblem(contracts, reference, { document, suggestions });
      if (problem) found.push(problem);
    }
  }
  return found;
}

function referenceProblem(
  contracts: Contracts,
  { ref, tokens, key }: Reference,
  { document, suggestions }: { readonly document: Document; readonly suggestions: NameSuggestions },
): Diagnostic | undefined {
  const at = [...tokens, key ?? "$ref"];
  const resolution = resolveReference(contracts.documents, document, ref);
  switch (resolution.kind) {
    case "remote":
      return diagnose(document, at, {
        code: "ref-remote",
        message: `\`${ref}\` isn't a local file`,
        hint: "References aren't downloaded: save the document locally and refer to it by a relative path or by its `$id`.",
      });
    case "missing":
      return diagnose(document, at, {
        code: "ref-not-found",
        message: `can't resolve \`${ref}\`: there is ${missingPart(resolution)}`,
        hint: suggestion(resolution, suggestions),
      });
    case "found": {
      const wrong = wrongTarget(document, tokens, resolution.target);
      if (wrong !== undefined)
        return diagnose(document, at, {
          code: "ref-kind",
          message: `\`${ref}\` leads to ${wrong}`,
          hint: "Refer to an object of the kind that is expected here, or write it in place of the reference.",
        });
      const start = placeAt(document, tokens);
      if (!isApplied(start.value, "allOf") && !leadsOn(resolution.target.value)) return undefined;
      const hops = cycleLength(contracts, start);
      if (hops === undefined) return undefined;
      if (hops > maxJsonDepth)
        return diagnose(document, at, {
          code: "too-deep",
          message: `\`${ref}\` is the first of more than ${maxJsonDepth} references in a row`,
          hint: "Refer to the last of them directly.",
        });
      return diagnose(document, at, {
        code: "ref-cycle",
        message: `circular reference: \`${ref}\` refers back to itself through ${hops} ${hops === 1 ? "reference" : "references"}`,
        hint: "A chain of references must end at something that isn't a reference. A recursive schema may refer to itself only inside a keyword such as `properties` or `items`.",
      });
    }
  }
}

/** What a reference leads to, if nothing may refer to it. Texts may come from files, and nothing in extensions counts. */
function wrongTarget(
  from: Document,
  tokens: readonly string[],
  { value, tokens: to, document }: ReferenceTarget,
) {
  const [holder, key] = tokens.slice(-2);
  if (key === "description" || holder === "examples" || tokens.some((token) => token.startsWith("x-")))
    return undefined;
  // A file of another format, such as Protobuf.
  if (typeof value === "string" && to.length === 0) return undefined;
  if (value === null) return "`null`";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string" || typeof value === "number") return `a ${typeof value}`;
  const isApi = to.length === 0 && typeof value === "object" && ("openapi" in value || "asyncapi" in value);
  if (isApi && document === from) return "the whole document";
  return undefined;
}

type Missing = Extract<Resolution, { kind: "missing" }>;

function missingPart({ file, document, tokens }: Missing): string {
  if (tokens) return `nothing at ${toPointer(tokens) || "the root"} in ${file}`;
  if (document) return `no such anchor in ${file}`;
  return `no document ${file}`;
}

/** Whether other schemas apply where a reference leads to. */
function leadsOn(value: unknown): boolean {
  return isApplied(value, "$ref") || isApplied(value, "allOf");
}

function isApplied(value: unknown, keyword: "$ref" | "allOf"): boolean {
  return ((value ?? {}) as Record<string, unknown>)[keyword] !== undefined;
}

/**
 * How many references lead from a place back to it through `$ref` and `allOf`. Both apply to the same instance,
 * so such a cycle never ends. Stops counting beyond `maxJsonDepth`.
 */
function cycleLength(contracts: Contracts, start: Place): number | undefined {
  const goal = placeKey(start);
  const seen = new Set<string>();
  let open: Place[] = [start];
  for (let hops = 1; open.length > 0; hops++) {
    const reached = open
      .flatMap((place) => inPlace(place))
      .flatMap((place) => referenceTargets(contracts, place));
    const all = reached.flatMap((place) => inPlace(place));
    if (hops > maxJsonDepth || all.some((place) => placeKey(place) === goal)) return hops;
    open = reached.filter((place) => !seen.has(placeKey(place)) && seen.add(placeKey(place)));
  }
  return undefined;
}

/** A schema and those of its `allOf`. */
function inPlace(place: Place): Place[] {
  const { allOf } = (place.value ?? {}) as { allOf?: unknown };
  if (!Array.isArray(allOf)) return [place];
  return [place, ...allOf.flatMap((_, index) => inPlace(below(place, "allOf", String(index))))];
}

function referenceTargets(contracts: Contracts, { document, value }: Place): Place[] {
  const { $ref } = (value ?? {}) as { $ref?: unknown };
  if (typeof $ref !== "string") return [];
  const resolution = resolveReference(contracts.documents, document, $ref);
  if (resolution.kind === "found") return [resolution.target];
  return [];
}

function suggestion({ document, tokens }: Missing, suggestions: NameSuggestions): string {
  const otherwise = "Check the path and the JSON Pointer after `#`.";
  if (!document || !tokens || tokens.length === 0) return otherwise;
  const siblings = valueAt(document.value, tokens.slice(0, -1));
  if (siblings === null || typeof siblings !== "object") return otherwise;
  return suggestions.hint(tokens.at(-1) ?? "", () => Object.keys(siblings), {
    found: (near) => `Did you mean \`${near}\`?`,
    otherwise,
  });
}

/**
 * A `$ref` of an AsyncAPI document must be a text, and some places have only references. OpenAPI documents are read without one that isn't, and the meta-schema of JSON Schema
 * files says so.
 */
export function checkReferenceForms(contracts: Contracts): Diagnostic[] {
  return contracts.asyncapi.flatMap((document) => [
    ...oddReferences(document).map((tokens) =>
      diagnose(document, tokens, {
        code: "asyncapi-invalid",
        message: "`$ref` must be a text",
        hint: 'Write a reference as `$ref: "#/components/…"`, or as the path of a file.',
      }),
    ),
    ...writtenOut(document),
  ]);
}

/** The places of `$ref` that aren't texts, outside of data, extensions and maps of names that the author chose. */
function oddReferences({ value }: Pick<Document, "value">): readonly (readonly string[])[] {
  const found: string[][] = [];
  const visit = (part: unknown, tokens: readonly string[], reading: PartReading): void => {
    if (part === null || typeof part !== "object" || reading === "data") return;
    for (const [key, item] of Object.entries(part)) {
      const at = [...tokens, key];
      const isKeyword = reading === "keywords" && !Array.isArray(part);
      if (isKeyword && isExtension(key)) continue;
      if (isKeyword && key === "$ref" && typeof item !== "string") found.push(at);
      visit(item, at, Array.isArray(part) ? "keywords" : valueReading(reading, key, item));
    }
  };
  visit(value, [], "keywords");
  return found;
}

/** Where AsyncAPI 3 has references and nothing else, as paths of keys; `*` is any. */
const referencesOnly = [
  ["channels", "*", "servers", "*"],
  ["operations", "*", "channel"],
  ["operations", "*", "messages", "*"],
  ["operations", "*", "reply", "channel"],
  ["operations", "*", "reply", "messages", "*"],
].flatMap((path) => [path, ["components", ...path]]);

/** Objects that are written where there must be a reference: nothing reads what they describe. */
function writtenOut(document: Document): Diagnostic[] {
  if (!isAsyncApi(document.value, "3")) return [];
  return referencesOnly
    .flatMap((path) => matching(placeAt(document, []), path))
    .filter(({ value }) => isSchemaObject(value) && !Object.hasOwn(value, "$ref"))
    .map(({ tokens }) =>
      diagnose(document, tokens, {
        severity: "warning",
        code: "asyncapi-invalid",
        message: "there must be a reference here, so this object isn't read",
        hint: "Move it to where the document lists such objects, and refer to it with `$ref`.",
      }),
    );
}

function matching(place: Place, [key, ...rest]: readonly string[]): Place[] {
  if (key === undefined) return [place];
  const { value } = place;
  if (value === null || typeof value !== "object") return [];
  if (key === "*") return Object.keys(value).flatMap((each) => matching(below(place, each), rest));
  if (!Object.hasOwn(value, key)) return [];
  return matching(below(place, key), rest);
}

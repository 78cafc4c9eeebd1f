import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { below, keyOf, type Place, placeAt } from "../documents/place.js";
import { type Resolution, resolveReference, type Target } from "../documents/references.js";
import type { Reference } from "../documents/scan.js";

/** Every reference must resolve to a value in a local file, and must not form a cycle. */
export function checkReferences(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const path of contracts.names.keys()) {
    const document = contracts.documents.get(path);
    for (const reference of document?.scan.references ?? []) {
      // What may be data need not resolve; a schema that refers to it fails.
      const problem = document && !reference.isUnknown && problemOf(contracts, document, reference);
      if (problem) found.push(problem);
    }
  }
  return found;
}

function problemOf(
  contracts: Contracts,
  document: Document,
  { ref, tokens, key }: Reference,
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
        hint: suggestion(resolution),
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
function wrongTarget(from: Document, tokens: readonly string[], { value, tokens: to, document }: Target) {
  const [holder, key] = tokens.slice(-2);
  if (key === "description" || holder === "examples" || tokens.some((token) => token.startsWith("x-")))
    return undefined;
  // A file of another format, such as Protobuf.
  if (typeof value === "string" && to.length === 0) return undefined;
  if (value === null) return "`null`";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string" || typeof value === "number") return `a ${typeof value}`;
  const isApi = to.length === 0 && typeof value === "object" && ("openapi" in value || "asyncapi" in value);
  return isApi && document === from ? "the whole document" : undefined;
}

type Missing = Extract<Resolution, { kind: "missing" }>;

function missingPart({ file, document, tokens }: Missing): string {
  if (tokens) return `nothing at ${toPointer(tokens) || "the root"} in ${file}`;
  return document ? `no such anchor in ${file}` : `no document ${file}`;
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
  const goal = keyOf(start);
  const seen = new Set<string>();
  let open: Place[] = [start];
  for (let hops = 1; open.length > 0; hops++) {
    const reached = open.flatMap((place) => inPlace(place)).flatMap((place) => targetOf(contracts, place));
    const all = reached.flatMap((place) => inPlace(place));
    if (hops > maxJsonDepth || all.some((place) => keyOf(place) === goal)) return hops;
    open = reached.filter((place) => !seen.has(keyOf(place)) && seen.add(keyOf(place)));
  }
  return undefined;
}

/** A schema and those of its `allOf`. */
function inPlace(place: Place): Place[] {
  const { allOf } = (place.value ?? {}) as { allOf?: unknown };
  if (!Array.isArray(allOf)) return [place];
  return [place, ...allOf.flatMap((_, index) => inPlace(below(place, "allOf", String(index))))];
}

function targetOf(contracts: Contracts, { document, value }: Place): Place[] {
  const { $ref } = (value ?? {}) as { $ref?: unknown };
  if (typeof $ref !== "string") return [];
  const resolution = resolveReference(contracts.documents, document, $ref);
  return resolution.kind === "found" ? [resolution.target] : [];
}

function suggestion({ document, tokens }: Missing): string {
  const fallback = "Check the path and the JSON Pointer after `#`.";
  if (!document || !tokens || tokens.length === 0) return fallback;
  const siblings = valueAt(document.value, tokens.slice(0, -1));
  if (siblings === null || typeof siblings !== "object") return fallback;
  const wanted = tokens.at(-1) ?? "";
  const [near] = nearestNames(wanted, Object.keys(siblings));
  return near === undefined ? fallback : `Did you mean \`${near}\`?`;
}

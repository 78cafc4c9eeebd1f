import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { jointSchemas } from "../documents/joint-schemas.js";
import { below, childPlaces, type Place, placeAt } from "../documents/place.js";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";
import { Inclusion, type InclusionScope } from "./inclusion.js";
import { listedValues } from "./inclusion-parts.js";
import { schemasWith } from "./schema-places.js";

/**
 * Warns about each branch of a `oneOf` whose values are all valid by another branch, too: `oneOf` refuses a value that matches
 * two, so no value of that branch can be valid. Only what is proved is reported.
 */
export function checkOneOfOverlap(contracts: Contracts): Diagnostic[] {
  return schemasWith(contracts, "oneOf").flatMap((place) => {
    const { oneOf } = place.value;
    if (Array.isArray(oneOf) && oneOf.length > 1) return overlaps(contracts, place);
    return [];
  });
}

interface Overlap {
  readonly branch: number;
  readonly other: number;
  readonly scope: InclusionScope;
}

function overlaps(contracts: Contracts, holder: Place): Diagnostic[] {
  const branches = ((holder.value as SchemaObject).oneOf as unknown[]).map((_, at) =>
    below(holder, "oneOf", String(at)),
  );
  const inclusion = new Inclusion(contracts, declaredAround(contracts, holder));
  const marks = branches.map((branch) => branchMarks(contracts, branch));
  const found: Overlap[] = [];
  for (const [branch, inner] of branches.entries()) {
    if (!isSchemaObject(inner.value)) continue;
    for (const [other, outer] of branches.entries()) {
      const isKnown = found.some((each) => each.branch === other && each.other === branch);
      if (other === branch || isKnown || areApart(marks[branch], marks[other])) continue;
      if (!inclusion.isIncluded(inner, outer, "declared")) continue;
      const scope = inclusion.isIncluded(inner, outer, "all") ? "all" : "declared";
      found.push({ branch, other, scope });
      break;
    }
  }
  const findings = found.map((overlap) => finding(holder, branches, overlap));
  if (inclusion.isExhausted) return [...findings, uncompared(holder)];
  return findings;
}

/** What is quickly known of a branch. */
interface Marks {
  /** The values that it lists for a member, as JSON, by the member's name. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly required: ReadonlySet<unknown>;
  readonly isObject: boolean;
}

function branchMarks(contracts: Contracts, branch: Place): Marks {
  const values = new Map<string, ReadonlySet<string>>();
  const required = new Set<unknown>();
  let isObject = false;
  for (const part of jointSchemas(contracts, branch)) {
    if (!isSchemaObject(part.value)) continue;
    if (part.value.type === "object") isObject = true;
    if (Array.isArray(part.value.required)) for (const name of part.value.required) required.add(name);
    for (const [name, { value }] of childPlaces(below(part, "properties"))) {
      const listed = isSchemaObject(value) ? listedValues(value) : undefined;
      if (listed !== undefined) values.set(name, new Set(listed.map((each) => JSON.stringify(each))));
    }
  }
  return { values, required, isObject };
}

/** Whether branches differ by the values of a member or by a required name: most do, and need no other comparison. */
function areApart(inner: Marks | undefined, outer: Marks | undefined): boolean {
  if (inner === undefined || outer === undefined) return false;
  if (inner.isObject) for (const name of outer.required) if (!inner.required.has(name)) return true;
  for (const [name, values] of inner.values) {
    const others = outer.values.get(name);
    if (others !== undefined && [...values].every((value) => !others.has(value))) return true;
  }
  return false;
}

/** Names that schemas declare which apply to the same value, apart from the branches. */
function declaredAround(contracts: Contracts, holder: Place): ReadonlySet<string> {
  const names = new Set<string>();
  for (let tokens = holder.tokens; ; tokens = outside(tokens) ?? []) {
    for (const { value } of jointSchemas(contracts, placeAt(holder.document, tokens)))
      if (isSchemaObject(value)) for (const name of Object.keys(value.properties ?? {})) names.add(name);
    if (outside(tokens) === undefined) return names;
  }
}

/** The schema in whose `allOf` or the like a schema is. */
function outside(tokens: readonly string[]): readonly string[] | undefined {
  if (/^(?:allOf|anyOf|oneOf)$/.test(tokens.at(-2) ?? "")) return tokens.slice(0, -2);
  if (/^(?:then|else)$/.test(tokens.at(-1) ?? "")) return tokens.slice(0, -1);
  return undefined;
}

function finding(holder: Place, branches: readonly Place[], { branch, other, scope }: Overlap): Diagnostic {
  const inner = branches[branch] as Place;
  const [name, otherName] = distinct(inner, branches[other] as Place);
  const which = scope === "all" ? "" : " without undeclared members";
  return diagnose(holder.document, inner.tokens, {
    severity: "warning",
    code: "oneof-overlap",
    message: `each value of ${name}${which} also matches ${otherName}, and \`oneOf\` refuses what matches two, so no such value can be valid`,
    hint: overlapHint(holder.value as SchemaObject),
  });
}

function distinct(one: Place, other: Place): [string, string] {
  const names = [branchName(one), branchName(other)] as const;
  if (names[0] === names[1]) return [pointerName(one), pointerName(other)];
  return [...names];
}

function branchName(branch: Place): string {
  const { $ref, title } = branch.value as { $ref?: unknown; title?: unknown };
  if (typeof $ref === "string") return `\`${$ref.slice($ref.lastIndexOf("/") + 1)}\``;
  if (typeof title === "string" && title !== "") return `\`${title}\``;
  return pointerName(branch);
}

function pointerName({ tokens }: Place): string {
  return `\`oneOf/${tokens.at(-1)}\``;
}

function overlapHint({ discriminator }: SchemaObject): string {
  const property = isSchemaObject(discriminator) ? discriminator.propertyName : undefined;
  if (typeof property === "string")
    return `\`discriminator\` doesn't select: give \`${property}\` a \`const\` (in OpenAPI 3.0, an \`enum\` with one value) in each branch, or use \`anyOf\`.`;
  return "Use `anyOf`, or tell the branches apart: by a required property with a `const` (in OpenAPI 3.0, an `enum` with one value).";
}

function uncompared(holder: Place): Diagnostic {
  return diagnose(holder.document, [...holder.tokens, "oneOf"], {
    severity: "warning",
    code: "oneof-overlap",
    message:
      "oipkit compares the branches of a `oneOf` only as far as it takes few steps; some of these weren't compared",
    hint: "Use fewer branches, or smaller ones, if you want to know whether they overlap.",
    target: "key",
  });
}

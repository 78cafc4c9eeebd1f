import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../../reader/documents/document.js";
import type { Violation } from "../../../reader/validation/violation.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { toRecord } from "../part.js";
import { listed } from "../shared-rules.js";
import { withoutPatterns } from "../wire/text-words.js";

/** Why a version refuses a witness, and, if it is for its values, those that only the other version lists. */
interface Refusal {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * What a violation says, with every value that only the accepting version lists, and not the witness's alone: of an `enum`, or of
 * alternatives that are values.
 */
export function describeRefusal(
  { message, schemaPointer, pointer }: Pick<Violation, "message" | "schemaPointer" | "pointer">,
  { accepting, refusing }: { readonly accepting: Document; readonly refusing: Document },
): Refusal {
  const tokens = fromPointer(schemaPointer.slice(schemaPointer.indexOf("#") + 1));
  const keyword = tokens.at(-1) ?? "";
  const allowed = listedValues(keyword, valueAt(refusing.value, tokens));
  const possible =
    listedValues(keyword, valueAt(accepting.value, tokens)) ??
    valuesBehind(accepting.value, valueAt(accepting.value, tokens.slice(0, -1)));
  if (allowed === undefined || possible === undefined)
    return { text: withoutPatterns(message, keyword, valueAt(refusing.value, tokens)) };
  const known = new Set(allowed.map(canonical));
  const others = possible.filter((value) => !known.has(canonical(value)));
  if (others.length === 0) return { text: message };
  const subject = pointer === "" ? "the document" : `\`${fromPointer(pointer).join(".")}\``;
  const text = `${subject} is ${alternatives(others)}; the contract allows only ${listed(allowed)}`;
  return { text, values: others };
}

/** Longer chains of references aren't followed. */
const mostReferences = 20;

/** The values that a schema lists, itself, by a reference within its document, or in a part of `allOf`; `undefined` if it lists none. */
export function valuesBehind(
  document: unknown,
  schema: unknown,
  left = mostReferences,
): readonly unknown[] | undefined {
  const record = toRecord(schema);
  for (const keyword of ["enum", "oneOf", "anyOf"]) {
    const values = listedValues(keyword, record[keyword]);
    if (values !== undefined) return values;
  }
  if ("const" in record) return [record.const];
  if (left === 0) return undefined;
  const { $ref, allOf } = record;
  if (typeof $ref === "string" && $ref.startsWith("#/"))
    return valuesBehind(document, valueAt(document, fromPointer($ref.slice(1))), left - 1);
  if (!Array.isArray(allOf)) return undefined;
  for (const part of allOf) {
    const values = valuesBehind(document, part, left - 1);
    if (values !== undefined) return values;
  }
  return undefined;
}

/** The values of an `enum`, or of a list of schemas each of which is a `const` or an `enum`. */
function listedValues(keyword: string, given: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(given)) return undefined;
  if (keyword === "enum") return given;
  if (keyword !== "oneOf" && keyword !== "anyOf") return undefined;
  const values = (given as readonly unknown[]).map((each) => {
    const schema = toRecord(each);
    if ("const" in schema) return [schema.const];
    return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
  });
  return values.every((each) => each !== undefined) ? values.flat() : undefined;
}

function alternatives(values: readonly unknown[]): string {
  const [last, ...others] = [...values].reverse();
  if (others.length === 0) return listed([last]);
  return `${listed(others.reverse())} or ${listed([last])}`;
}

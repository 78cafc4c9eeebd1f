import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { checkSlowPatterns } from "../../../reader/check/patterns.js";
import { placeAt } from "../../../reader/documents/place.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule } from "../rule.js";
import { appliedTo, schemaTypes } from "../walk/schema-node.js";

const named = /(?:_(?:at|on|date|time|timestamp)|(?:[a-z]At|On|Date|Timestamp)|^(?:date|timestamp))$/;
const rfc3339 = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/;

/** Texts that are dates, and don't say in which format. */
export const dateFormat: Rule = {
  name: "date-format",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A text is a date or a time by its name or its example, and has no `format`.",
  why: "Without one, each side guesses: with or without a zone, with seconds or milliseconds, and nothing checks it.",
  remedy: "Add `format: date-time` or `format: date` (RFC 3339), or a `pattern` if it is something else.",
  severity: "warning",
  *check({ contracts, schemas }) {
    for (const node of schemas) {
      const { property = "", schema, place } = node;
      if (!schemaTypes(schema).includes("string")) continue;
      const examples = schemaExamples(schema);
      const isDate = examples.length > 0 && examples.every((text) => rfc3339.test(text));
      if (!isDate && !(named.test(property) && examples.length === 0)) continue;
      if (appliedTo(contracts, node).some(saysForm)) continue;
      const name = property === "" ? "this text" : `\`${property}\``;
      yield {
        place,
        target: "key",
        message: `${name} ${isDate ? "has a date as its example" : "is a date by its name"}, but no \`format\``,
        ...(isDate && {
          remedy: `Add \`format: ${/[Tt ]/.test(examples[0] ?? "") ? "date-time" : "date"}\`.`,
        }),
      };
    }
  },
};

function saysForm({ format, pattern, enum: some, const: only }: SchemaObject): boolean {
  return format !== undefined || pattern !== undefined || some !== undefined || only !== undefined;
}

function schemaExamples({ example, examples }: SchemaObject): string[] {
  const all = [example, ...(Array.isArray(examples) ? examples : [])];
  return all.filter((value) => typeof value === "string");
}

/** Patterns that some text keeps busy. */
export const slowPattern: Rule = {
  name: "slow-pattern",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Some text keeps a `pattern` busy for exponential or polynomial time; the finding shows the text.",
  why: "Whoever can send such a text can stop every server that validates it, and a client that validates answers in its interface.",
  remedy:
    "Let each text match in one way only, as in `(a+)+` without the outer `+`, or add a small `maxLength`.",
  severity: "error",
  *check({ contracts }) {
    const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
    for (const { file, pointer, message, hint } of checkSlowPatterns(contracts)) {
      const document = files.get(file);
      if (document === undefined || pointer === undefined) continue;
      const tokens = fromPointer(pointer);
      const target = tokens.at(-2) === "patternProperties" ? "key" : "value";
      yield { place: placeAt(document, tokens), target, message, remedy: hint };
    }
  },
};

/** Patterns that match anywhere in a text. */
export const unanchoredPattern: Rule = {
  name: "unanchored-pattern",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A `pattern` has an alternative without `^` and `$`, or anchors only some of its alternatives.",
  why: "JSON Schema looks for a match anywhere in the text, so `[a-z]+` also accepts `1a2`, and `^a|b$` accepts `ax` and `xb`.",
  remedy:
    "Write `^(?:…)$` around the whole pattern; if a part of the text is meant, an anchor at one end is enough.",
  severity: "warning",
  *check({ contracts }) {
    for (const path of contracts.names.keys()) {
      const document = contracts.documents.get(path);
      if (document === undefined) continue;
      for (const { tokens, value } of document.scan.patterns) {
        if (tokens.at(-1) !== "pattern" || typeof value !== "string") continue;
        if (valueAt(document.value, tokens.slice(0, -1)) === undefined) continue;
        const problem = patternProblem(value);
        if (problem !== undefined) yield { place: placeAt(document, tokens), message: problem };
      }
    }
  },
};

function patternProblem(pattern: string): string | undefined {
  const parts = alternatives(pattern);
  if (parts.some((part) => part !== "" && !startsAnchored(part) && !endsAnchored(part)))
    return parts.length === 1
      ? "this pattern has no anchor, so any text that contains a match is valid"
      : "an alternative of this pattern has no anchor, so any text that contains a match of it is valid";
  if (parts.length < 2) return undefined;
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  const isTrap = startsAnchored(first) && !endsAnchored(first) && endsAnchored(last) && !startsAnchored(last);
  if (isTrap) return "`^` belongs to the first alternative only, and `$` to the last one";
  return undefined;
}

/** A look-around at the start asserts something about the whole text only if it is anchored itself. */
function startsAnchored(part: string): boolean {
  return /^(?:\(\?[=!][^)]*\))*\^/.test(part) || /^\((?:\?:|\?<\w+>)?\^/.test(part);
}

function endsAnchored(part: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\$\)*$/.test(part);
}

/** The alternatives at the top of a pattern. */
function alternatives(pattern: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, pattern.slice(start)];
}

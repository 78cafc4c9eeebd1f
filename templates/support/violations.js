import { maxDepth } from "./depth.js";
import { levelOf } from "./failures.js";
import { escapeToken, nameOf, placeOf, pointerOf } from "./scope.js";
import { sentenceOf } from "./sentence.js";

/**
 * Failures as plain records. If two schemas report the same failure of a place, the last one is kept, which is
 * that of the narrower schema, but advice never replaces a `must`.
 * @param {readonly object[]} failures
 * @returns {object[]}
 */
export function violationsOf(failures) {
  const kept = new Map();
  for (const failure of failures) {
    const { node, scope, keyword, facts } = failure;
    const pointer = pointerOf(scope);
    const code = codeOf(nameOf(node, keyword), facts);
    const key = `${pointer} ${code} ${propertyOf(failure) ?? ""}`;
    const known = kept.get(key)?.failure;
    if (known === undefined || levelOf(failure) === undefined || levelOf(known) !== undefined)
      kept.set(key, { failure, pointer, code });
  }
  return Array.from(kept.values(), violationOf);
}

function propertyOf({ scope, facts }) {
  return facts?.property ?? scope.name;
}

function violationOf({ failure, pointer, code }) {
  const { node, scope, keyword, facts } = failure;
  const named = nameOf(node, keyword);
  const property = propertyOf(failure);
  const place = placeOf(scope);
  const violation = {
    code,
    pointer,
    schemaPointer: keyword === "false" ? place : `${place}/${named}`,
    message: messageOf(failure, pointer),
    keyword: named,
  };
  const level = levelOf(failure);
  const clause = facts?.rule?.clause ?? scope.clause;
  if (level !== undefined) violation.level = level;
  if (clause !== undefined) violation.clause = clause;
  if (property !== undefined) violation.property = property;
  if (facts?.rule !== undefined) {
    violation.rule = facts.rule.rule;
    violation.fields = fieldsOf(facts.rule, pointer);
  }
  return violation;
}

/** Pointers to the fields that a rule compares. */
function fieldsOf({ equal, later }, pointer) {
  return (equal ?? later ?? []).map((tokens) => [pointer, ...tokens.map(escapeToken)].join("/"));
}

/** The keywords that have failed so far, in kebab case. */
const kebabCase = /* @__PURE__ */ new Map();

/** Stable: the keyword in kebab case, or a more descriptive code. */
function codeOf(keyword, facts) {
  if (keyword === "false") return "false-schema";
  if (keyword === "x-rules") return `rule/${facts.rule.rule}`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "unknown-property";
  const known = kebabCase.get(keyword);
  if (known !== undefined) return known;
  const code = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  kebabCase.set(keyword, code);
  return code;
}

function messageOf({ node, value, scope, keyword, facts }, pointer) {
  if (facts?.rule !== undefined) return facts.rule.message;
  return messageAt(pointer, sentenceOf(keyword, node, scope), {
    keyword,
    value,
    property: facts?.property,
    beside: facts?.beside,
    name: scope.name,
    secret: scope.secret,
  });
}

/**
 * A whole sentence, without a full stop.
 * @param {string} pointer the place in the document
 * @param {string} text the keyword's part of the sentence, after the name of the place
 * @param {{ keyword: string, value: unknown, property?: string, beside?: string, name?: string, secret?: boolean }} failure
 * @returns {string}
 */
export function messageAt(pointer, text, { keyword, value, property, beside, name, secret = false }) {
  const place = pointer === "" ? "the document" : `\`${dotted(pointer)}\``;
  if (beside !== undefined)
    return `${place} lacks the property \`${property}\`, which \`${beside}\` requires`;
  if (keyword === "required") return `${place} ${text} \`${property}\``;
  if (property !== undefined) return `${place} has the property \`${property}\`, ${text}`;
  const subject = name === undefined ? place : `the property name \`${name}\``;
  if (keyword === "type") return `${subject} is ${typeName(value)}, ${text}`;
  const shown = !secret && (value === null || typeof value !== "object");
  return `${subject} ${text.replace("{value}", () => (shown ? `is \`${String(value).slice(0, 60)}\`` : "isn't an allowed value"))}`;
}

/** A JSON Pointer's tokens, with points between them. */
function dotted(pointer) {
  const tokens = pointer.slice(1).replaceAll("/", ".");
  return tokens.includes("~") ? tokens.replace(/~1/g, "/").replace(/~0/g, "~") : tokens;
}

function typeName(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/**
 * The violation of a document that nests deeper than `maxDepth`.
 * @returns {object[]}
 */
export function tooDeep() {
  return [
    {
      code: "too-deep",
      pointer: "",
      schemaPointer: "",
      message: `the document is nested too deeply: at most ${maxDepth} levels can be checked`,
      keyword: "",
    },
  ];
}

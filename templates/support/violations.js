import { maxDepth } from "./depth.js";
import { levelOf } from "./failures.js";
import { escapeToken, nameOf, placeOf, pointerOf } from "./scope.js";
import { sentenceOf, typeName } from "./sentence.js";
import { isStructure } from "./value.js";

/** Lists up to this length are searched faster than a map is filled (measured). */
const fewFailures = 16;

/**
 * Failures as plain records. If two schemas report the same failure of a place, the last one is kept, which is
 * that of the narrower schema, but advice never replaces a `must`.
 * @param {readonly object[]} failures
 * @param {boolean} [brief] leave out messages and places in the contract
 * @returns {object[]}
 */
export function violationsOf(failures, brief = false) {
  const kept = failures.length > fewFailures ? distinctOfMany(failures) : distinctOfFew(failures);
  return kept.map((each) => violationOf(each, brief));
}

function distinctOfFew(failures) {
  const kept = [];
  for (let index = 0; index < failures.length; index++) {
    const one = identified(failures[index]);
    let known = 0;
    while (known < kept.length && !isSame(kept[known], one)) known++;
    if (known === kept.length || replaces(one, kept[known])) kept[known] = one;
  }
  return kept;
}

function distinctOfMany(failures) {
  const kept = new Map();
  for (const failure of failures) {
    const one = identified(failure);
    const key = `${one.pointer} ${one.code} ${one.property ?? ""}`;
    const known = kept.get(key);
    if (known === undefined || replaces(one, known)) kept.set(key, one);
  }
  return [...kept.values()];
}

/** A failure with what tells it from others. */
function identified(failure) {
  const { node, scope, keyword, facts } = failure;
  const named = nameOf(node, keyword);
  const property = facts?.property ?? scope.name;
  return { failure, named, pointer: pointerOf(scope), code: codeOf(named, facts), property };
}

function isSame(a, b) {
  return a.code === b.code && a.property === b.property && a.pointer === b.pointer;
}

function replaces({ failure }, known) {
  return levelOf(failure) === undefined || levelOf(known.failure) !== undefined;
}

function violationOf({ failure, named, pointer, code, property }, brief) {
  const { scope, keyword, facts } = failure;
  const violation = {
    code,
    pointer,
    schemaPointer: brief ? "" : schemaPointerOf(scope, keyword, named),
    message: brief ? "" : messageOf(failure, pointer),
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

function schemaPointerOf(scope, keyword, named) {
  const place = placeOf(scope);
  return keyword === "false" ? place : `${place}/${named}`;
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
  return messageAt(pointer, facts?.told?.() ?? sentenceOf(keyword, node, scope), {
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
  const shown = !secret && !isStructure(value);
  if (!text.includes("{value}")) return `${subject} ${text}`;
  return `${subject} ${text.replace("{value}", () => (shown ? `is \`${String(value).slice(0, 60)}\`` : "isn't an allowed value"))}`;
}

/** A JSON Pointer's tokens, with points between them. */
function dotted(pointer) {
  const tokens = pointer.includes("/", 1) ? pointer.slice(1).replaceAll("/", ".") : pointer.slice(1);
  return tokens.includes("~") ? tokens.replace(/~1/g, "/").replace(/~0/g, "~") : tokens;
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

/**
 * The violation of a document with a text for which a pattern of the contract takes too long.
 * @returns {object[]}
 */
export function tooSlow() {
  return [
    {
      code: "pattern-limit",
      pointer: "",
      schemaPointer: "",
      message:
        "a pattern of the schema takes too long for a text of the document, so the document can't be judged: let each text match the pattern in one way only",
      keyword: "",
    },
  ];
}

/**
 * The violation of any document that a validator couldn't judge, since its own code failed.
 * @param {unknown} [error]
 * @returns {object[]}
 */
export function failed(error) {
  const reason = error instanceof Error ? ` (${error.name})` : "";
  return [
    {
      code: "validator-failed",
      pointer: "",
      schemaPointer: "",
      message: `the validator failed${reason} and accepts nothing: this is a fault of the validator, not of the document`,
      keyword: "",
    },
  ];
}

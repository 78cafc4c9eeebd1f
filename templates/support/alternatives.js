import { tests } from "./assertions.js";
import { fail, levelOf, report } from "./failures.js";
import { quoted, typeName, withArticle } from "./sentence.js";
import { isObject, own } from "./value.js";

/** Most names in a sentence. */
const mostNames = 12;

/**
 * Records that a value matches none of the alternatives of `anyOf` or `oneOf`, or more than one of `oneOf`: the failures of
 * the one that was meant, if that is known, and why.
 * @param {{ node: object, value: unknown, scope: object, keyword: "anyOf" | "oneOf" }} failure
 * @param {readonly { valid: boolean, failures: readonly object[] }[]} outcomes one for each alternative
 * @param {{ failures: object[] | null }} run
 * @returns {false}
 */
export function refuse(failure, outcomes, run) {
  const { node, value, scope, keyword } = failure;
  const matching = [...outcomes.keys()].filter((index) => outcomes[index].valid);
  if (matching.length > 0)
    return fail(run, { ...failure, facts: { told: () => explainOverlap(node, matching) } });
  const { reported, told, isPlain } = explainMismatch(node, keyword, value);
  // Where all of this is advice, an alternative may still demand something.
  const isAdvice = levelOf({ scope }) !== undefined;
  const shown = outcomes.filter((_, index) => isAdvice || reported.includes(index));
  report(run, shown);
  if (isPlain && shown.some(({ failures }) => failures.length > 0)) return false;
  return fail(run, told === undefined ? failure : { ...failure, facts: { told } });
}

/**
 * Of a value that matches none: whose failures to report, by index, and the part of a sentence after the name of the
 * place. `isPlain` if those failures say everything: the only other alternative is null.
 */
function explainMismatch(node, keyword, value) {
  const branches = node[keyword];
  const fitting = [...branches.keys()].filter((index) => fitsType(branches[index], value));
  if (fitting.length === 0) return { reported: [], told: () => wantedTypes(branches, value) };
  if (fitting.length === 1)
    return { reported: fitting, isPlain: branches.every((each, at) => at === fitting[0] || isNull(each)) };
  const tags = isObject(value) ? tagsOf(node, keyword, fitting) : undefined;
  if (tags === undefined) return { reported: fitting };
  const { property, indexes } = tags;
  const tag = own(value, property);
  const known = () => enumerated([...indexes.keys()].map(quoted));
  if (tag === undefined) {
    if (tags.isOptional) return { reported: fitting };
    return {
      reported: [],
      told: () => `lacks the property \`${property}\`, which selects one of ${known()}`,
    };
  }
  const meant = indexes.get(tag);
  if (meant === undefined)
    return { reported: [], told: () => `has an unknown \`${property}\`; known are ${known()}` };
  const name = () => branchName(node, keyword, meant);
  return { reported: [meant], told: () => `doesn't match ${name()}, which its \`${property}\` selects` };
}

/**
 * The part of a sentence for a value that matches several alternatives of `oneOf`.
 * @param {object} node
 * @param {readonly number[]} matching
 * @returns {string}
 */
export function explainOverlap(node, matching) {
  const names = matching.slice(0, mostNames).map((index) => branchName(node, "oneOf", index));
  const more = matching.length - names.length;
  const last = more > 0 ? `${more} more` : names.pop();
  const both = names.length === 1 ? "both " : "";
  return `matches ${both}${names.join(", ")} and ${last}, but only one alternative may match`;
}

/** The schemas that apply to the same value as one: itself, and those that its `$ref` and `allOf` bring in. */
function appliedWith(node, found = new Set()) {
  if (typeof node !== "object" || found.has(node)) return found;
  found.add(node);
  if (typeof node.$ref === "function") appliedWith(node.$ref(), found);
  for (const each of node.allOf ?? []) appliedWith(each, found);
  return found;
}

function fitsType(branch, value) {
  for (const { type } of appliedWith(branch))
    if (type !== undefined && !tests.get("type")({ type })(value)) return false;
  return branch !== false;
}

function isNull({ type }) {
  return type?.length === 1 && type[0] === "null";
}

function wantedTypes(branches, value) {
  const types = branches.flatMap((branch) => {
    const [narrowest] = [...appliedWith(branch)].flatMap(({ type }) => (type === undefined ? [] : [type]));
    return narrowest ?? [];
  });
  const names = [...new Set(types)].map(withArticle);
  const last = names.pop();
  return `is ${typeName(value)}, not ${names.length === 0 ? last : `${names.join(", ")} or ${last}`}`;
}

/**
 * The property whose value selects an alternative: one that has other constants in each of them, or else the
 * `discriminator`.
 */
function tagsOf(node, keyword, fitting) {
  const branches = fitting.map((index) => [index, [...appliedWith(node[keyword][index])]]);
  for (const { properties } of branches[0][1])
    for (const property of Object.keys(properties ?? {})) {
      const indexes = constantsOf(branches, property);
      if (indexes === undefined) continue;
      const isRequired = ([, parts]) => parts.some(({ required }) => required?.includes(property));
      return { property, indexes, isOptional: !branches.every(isRequired) };
    }
  const { property, values } = node.choices?.[keyword] ?? {};
  return property === undefined ? undefined : { property, indexes: new Map(Object.entries(values)) };
}

/** By the constants that a property may have: the alternative that allows them; `undefined` if they don't tell. */
function constantsOf(branches, property) {
  const indexes = new Map();
  for (const [index, parts] of branches) {
    const values = parts.map(({ properties }) => listedOnly(own(properties, property))).find(Boolean);
    if (values === undefined) return undefined;
    for (const value of values) {
      if (indexes.has(value)) return undefined;
      indexes.set(value, index);
    }
  }
  return indexes;
}

function listedOnly(node) {
  for (const each of appliedWith(node)) {
    if ("const" in each) return [each.const];
    if (each.enum !== undefined) return each.enum;
  }
  return undefined;
}

/** The name of the schema that an alternative refers to, its title, or its position. */
function branchName(node, keyword, index) {
  const branch = node[keyword][index];
  const only = branch.allOf?.length === 1 ? branch.allOf[0] : branch;
  const target = typeof only.$ref === "function" ? only.$ref() : undefined;
  const name = target?.at?.split(/[/#]/).findLast(Boolean) ?? node.choices?.[keyword]?.titles?.[index];
  return name === undefined
    ? `alternative ${index + 1}`
    : `\`${name.replace(/~1/g, "/").replace(/~0/g, "~")}\``;
}

function enumerated(names) {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(", ")} and ${more} more` : names.join(", ");
}

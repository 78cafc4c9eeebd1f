import { escapeToken } from "@oipkit/runtime/json-pointer";
import { listMembers } from "../../documents/list-members.js";
import { type Code, code } from "../../text/code/code.js";
import { literal } from "../../text/code/literal.js";
import type { Node, NodeObject } from "../nodes/node.js";
import { ownProperty } from "./conditions.js";
import { type Frame, noFacts, type ObjectFacts, type Predicates, propertyFacts } from "./facts.js";
import { closedNames } from "./node-traits.js";
import { block, failIf, provided, type Statement, statement } from "./statement.js";

/** Statements about the items of an array. */
export function arrayStatements(functions: Predicates, node: NodeObject, frame: Frame): Statement[] {
  const { prefixItems = [], items, contains } = node;
  const { value } = frame;
  const first = prefixItems.flatMap((each, index) => {
    const item = frame.names.take("item");
    const body = below(functions, each, { frame, item });
    if (body.length === 0) return [];
    const reading = statement(code`const ${item} = ${value}[${literal(index)}];`);
    return provided(code`${value}.length > ${literal(index)}`, [reading, ...body]);
  });
  const rest = items === undefined ? [] : eachItem(functions, items, { frame, from: prefixItems.length });
  const contained = contains === undefined ? [] : containsStatements(functions, node, frame);
  return [...first, ...rest, ...contained];
}

function eachItem(
  functions: Predicates,
  node: Node,
  { frame, from }: { readonly frame: Frame; readonly from: number },
): Statement[] {
  const { value, names } = frame;
  if (node === false) return [failIf(code`${value}.length > ${literal(from)}`)];
  const index = names.take("index");
  const item = names.take("item");
  const body = below(functions, node, { frame, item });
  if (body.length === 0) return [];
  const head = code`for (let ${index} = ${literal(from)}; ${index} < ${value}.length; ${index}++)`;
  return [statement(block(head, [statement(code`const ${item} = ${value}[${index}];`), ...body]))];
}

function containsStatements(functions: Predicates, node: NodeObject, frame: Frame): Statement[] {
  const { contains = true, minContains = 1, maxContains } = node;
  const { value, names } = frame;
  const item = names.take("item");
  const matches = names.take("matches");
  const refused = functions.refusal(contains, { ...frame, value: item, depth: frame.depth + 1 }, "Contains");
  const statements = [
    statement(code`const ${matches} = ${value}.filter((${item}) => !(${refused})).length;`),
  ];
  if (minContains !== 0) statements.push(failIf(code`${matches} < ${literal(minContains)}`));
  if (maxContains !== undefined) statements.push(failIf(code`${matches} > ${literal(maxContains)}`));
  return statements;
}

/** Statements about the properties of a value that is known to be an object. */
export function objectStatements(
  functions: Predicates,
  node: NodeObject,
  { frame, facts }: { readonly frame: Frame; readonly facts: ObjectFacts },
): Statement[] {
  const { context } = functions;
  const { value } = frame;
  const { properties = {}, required = [], dependentRequired = {}, propertyNames } = node;
  const own = [...new Set([...required, ...Object.keys(properties)])];
  const known = own.flatMap((name) => propertyStatements(functions, node, { frame, facts, name }));
  const dependent = Object.entries(dependentRequired).flatMap(([name, others]) =>
    others.map((other) =>
      failIf(
        code`${ownProperty(context, value, name)} !== undefined`,
        code`${ownProperty(context, value, other)} === undefined`,
      ),
    ),
  );
  const keys = propertyNames === undefined ? [] : nameStatements(functions, propertyNames, frame);
  return [...known, ...dependent, ...keys, ...otherStatements(functions, node, frame)];
}

function propertyStatements(
  functions: Predicates,
  { properties = {}, required = [] }: NodeObject,
  { frame, facts, name }: { readonly frame: Frame; readonly facts: ObjectFacts; readonly name: string },
): Statement[] {
  const { value, names, read } = frame;
  const node = Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
  const item = names.take(name);
  const inner = new Map([["", item]]);
  const known = propertyFacts(facts, name);
  const isRequired = known.isPresent || listMembers(required).has(name);
  let isObject = false;
  const checks = known.statements({ item, isRequired }, (itemFacts) => {
    const below = { value: item, depth: frame.depth + 1, names, read: inner, facts: itemFacts };
    isObject = functions.isObject(node, below);
    return functions.statements(node, below);
  });
  if (checks.body.length === 0) return [];
  // The variables of an object's properties are in scope here unless they are in a block of their own.
  const seen = checks.when === undefined && isObject ? inner : new Map([["", item]]);
  for (const [pointer, variable] of seen) read.set(`/${escapeToken(name)}${pointer}`, variable);
  const reading = statement(code`const ${item} = ${ownProperty(functions.context, value, name)};`);
  if (checks.when === undefined) return [reading, ...checks.body];
  return [reading, ...provided(checks.when, checks.body)];
}

function nameStatements(functions: Predicates, node: Node, { value, depth, names }: Frame): Statement[] {
  const name = names.take("name");
  const read = new Map([["", name]]);
  const body = functions.statements(node, { value: name, depth: depth + 1, names, read, facts: noFacts });
  if (body.length === 0) return [];
  return [statement(block(code`for (const ${name} of Object.keys(${value}))`, body))];
}

/** Statements of `patternProperties` and `additionalProperties`. */
function otherStatements(functions: Predicates, node: NodeObject, frame: Frame): Statement[] {
  const { context } = functions;
  const { value, names } = frame;
  const patterns = Object.entries(node.patternProperties ?? {});
  const closed = closedNames(node);
  const others =
    node.additionalProperties ?? (closed === undefined ? true : (node.unevaluatedProperties ?? true));
  if (patterns.length === 0 && others === true) return [];
  const name = names.take("name");
  const item = names.take("item");
  const matching = patterns.map(([pattern, each]) => ({
    test: code`${context.pattern(pattern, name)}.test(${name})`,
    body: below(functions, each, { frame, item }),
  }));
  const byPattern = matching.flatMap(({ test, body }) => provided(test, body));
  const known = [...(closed ?? Object.keys(node.properties ?? {}))];
  const set = code`/* @__PURE__ */ new Set([${known.map(literal)}])`;
  const isKnown = matching.map(({ test }) => test);
  if (known.length > 0) isKnown.unshift(code`${context.constant("Names", value, set)}.has(${name})`);
  const rest: Statement[] = [];
  if (others === false) {
    rest.push(isKnown.length === 0 ? failIf(code`true`) : failIf(...isKnown.map((each) => code`!${each}`)));
  } else if (others !== true) {
    for (const each of isKnown) rest.push(statement(code`if (${each}) continue;`));
    rest.push(...below(functions, others, { frame, item }));
  }
  const needsItem = others !== false || matching.some(({ body }) => body.length > 0);
  const body = [...byPattern, ...rest];
  if (body.length === 0) return [];
  const reading = needsItem ? [statement(code`const ${item} = ${value}[${name}];`)] : [];
  return [statement(block(code`for (const ${name} of Object.keys(${value}))`, [...reading, ...body]))];
}

function below(
  functions: Predicates,
  node: Node,
  { frame, item }: { readonly frame: Frame; readonly item: Code },
): Statement[] {
  return functions.statements(node, {
    value: item,
    depth: frame.depth + 1,
    names: frame.names,
    read: new Map([["", item]]),
    facts: noFacts,
  });
}

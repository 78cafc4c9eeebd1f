import { patternOf } from "./assertions.js";
import { maxDepth, refuseDeeper } from "./depth.js";
import { escapeToken, nameOf } from "./scope.js";

/**
 * Properties that the contract doesn't declare, at every level: the additional findings of strict mode. Objects that a
 * contract leaves open on purpose may have any, and so may objects for which it declares no property.
 * @param {object | boolean} schema
 * @param {unknown} value
 * @param {number} most the maximum number of findings
 * @returns {object[]}
 */
export function unknownProperties(schema, value, most) {
  const search = { found: [], most, depth: 0 };
  visit(rootOf(schema), value, "", search);
  return search.found;
}

/** The shapes of documents by their schemas; a shape combines all schemas that apply to one value. */
const roots = /* @__PURE__ */ new WeakMap();

function rootOf(schema) {
  // A boolean schema declares nothing.
  if (typeof schema === "boolean") return undefined;
  let root = roots.get(schema);
  if (root === undefined) {
    root = shapeOf([{ node: schema, from: "" }], { shapes: new Map(), numbers: new Map() });
    roots.set(schema, root);
  }
  return root;
}

function visit(shape, value, at, search) {
  if (shape === undefined || value === null || typeof value !== "object") return;
  if (search.depth >= maxDepth) refuseDeeper(value);
  search.depth++;
  visitParts(shape, value, at, search);
  search.depth--;
}

function visitParts(shape, value, at, search) {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && search.found.length < search.most; index++)
      visit(shape.item(index), value[index], `${at}/${index}`, search);
    return;
  }
  if (shape.names === undefined) return;
  for (const name of Object.keys(value)) {
    if (search.found.length >= search.most) break;
    const isKnown = shape.names.has(name);
    if (isKnown || shape.isOpen) {
      const part = value[name];
      if (part === null || typeof part !== "object") continue;
      const below = isKnown ? shape.property(name) : shape.other();
      visit(below, part, `${at}/${escapeToken(name)}`, search);
      continue;
    }
    const place = at === "" ? "the document" : `\`${at.slice(1).replace(/\//g, ".")}\``;
    search.found.push({
      code: "unknown-property",
      pointer: at,
      schemaPointer: shape.from,
      message: `${place} has the property \`${name}\`, which the contract doesn't declare`,
      keyword: "unevaluatedProperties",
      property: name,
    });
  }
}

/** The shape of a value by the given schemas and all that may apply with them; `undefined` if they declare nothing. */
function shapeOf(schemas, known) {
  const parts = partsOf(schemas);
  const key = parts.map(({ node }) => numberOf(node, known)).join(" ");
  if (known.shapes.has(key)) return known.shapes.get(key);
  const shape = parts.length === 0 ? undefined : createShape(parts, known);
  known.shapes.set(key, shape);
  return shape;
}

function numberOf(node, { numbers }) {
  if (!numbers.has(node)) numbers.set(node, numbers.size);
  return numbers.get(node);
}

function createShape(parts, known) {
  const below = (list, ...tokens) =>
    list.map(({ node, from }) => ({
      node: tokens.reduce((value, token) => value[token], node),
      from: [from, nameOf(node, tokens[0]), ...tokens.slice(1).map(escapeToken)].join("/"),
    }));
  const holding = (...tokens) =>
    parts.filter(
      ({ node }) =>
        tokens.reduce(
          (value, token) => (value !== undefined && Object.hasOwn(value, token) ? value[token] : undefined),
          node,
        ) !== undefined,
    );
  const patterns = holding("patternProperties").flatMap((part) =>
    Object.keys(part.node.patternProperties).flatMap((pattern) => [
      { pattern, ...below([part], "patternProperties", pattern)[0] },
    ]),
  );
  const others = [
    ...patterns,
    ...["additionalProperties", "unevaluatedProperties"].flatMap((keyword) =>
      below(holding(keyword), keyword).filter(({ node }) => node !== false),
    ),
  ];
  const named = holding("properties");
  const names = new Set(named.flatMap(({ node }) => Object.keys(node.properties)));
  const memo = new Map();
  const once = (key, schemas) => {
    if (!memo.has(key)) memo.set(key, shapeOf(schemas(), known));
    return memo.get(key);
  };
  const items = (index) => {
    const found = parts.flatMap((part) => {
      const first = part.node.prefixItems?.length ?? 0;
      if (index < first) return below([part], "prefixItems", String(index));
      return part.node.items === undefined ? [] : below([part], "items");
    });
    return found.length > 0 ? found : below(holding("unevaluatedItems"), "unevaluatedItems");
  };
  const longest = Math.max(...parts.map(({ node }) => node.prefixItems?.length ?? 0));
  return {
    names: names.size === 0 && others.length === 0 ? undefined : names,
    isOpen: others.length > 0,
    from: (named[0] ?? parts[0]).from,
    property: (name) =>
      once(`property ${name}`, () => [
        ...below(holding("properties", name), "properties", name),
        ...patterns.filter(({ pattern }) => patternOf(pattern).test(name)),
      ]),
    other: () => (others.some(({ node }) => node === true) ? undefined : once("other", () => others)),
    item: (index) => once(`item ${Math.min(index, longest)}`, () => items(index)),
  };
}

/** Schemas and all that may apply to the same value, references followed; each once. */
function partsOf(schemas) {
  const parts = new Map();
  const open = [...schemas].reverse();
  while (open.length > 0) {
    const { node, from: before } = open.pop();
    if (typeof node !== "object" || parts.has(node)) continue;
    const from = node.at ?? before;
    parts.set(node, { node, from });
    const at = (keyword, index) => ({
      node: index === undefined ? node[keyword] : node[keyword][index],
      from: [from, nameOf(node, keyword), ...(index === undefined ? [] : [escapeToken(index)])].join("/"),
    });
    const references = ["$ref", "$dynamicRef"].flatMap((keyword) =>
      typeof node[keyword] === "function" ? [{ node: node[keyword](), from }] : [],
    );
    const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
      (node[keyword] ?? []).map((_, index) => at(keyword, index)),
    );
    const branches = ["if", "then", "else"].flatMap((keyword) => (keyword in node ? [at(keyword)] : []));
    const dependent = Object.keys(node.dependentSchemas ?? {}).map((name) => at("dependentSchemas", name));
    open.push(...[...references, ...lists, ...branches, ...dependent].reverse());
  }
  return [...parts.values()];
}

// Reads the members and an example of each event and callback from the contracts, for the page that sends them.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** How deep members are listed, and how many of one event. */
const deepest = 5;
const most = 200;

/**
 * The shapes by type: `members` with their path, type, constraints and description, in the contract's order, and `example`, a text. `null` if
 * the platform's document doesn't show the payload.
 */
export function readEventShapes(contracts) {
  const file = join(contracts, "events.asyncapi.yaml");
  const { components } = readYaml(file);
  const shapes = {};
  for (const { name, payload } of Object.values(components.messages)) {
    if (name === undefined) continue;
    shapes[name] = shapeOf(payload?.schema ?? payload, { file, contracts, name });
  }
  return shapes;
}

function shapeOf(schema, { file, contracts, name }) {
  if (schema === undefined) return null;
  const members = [];
  collect(parts(schema, file), { prefix: "", depth: 1, members });
  const example = join(contracts, "examples", name, "full.json");
  if (members.length === 0 || !existsSync(example)) return null;
  return { members: members.slice(0, most), example: readFileSync(example, "utf8").trimEnd() };
}

/** The schema with all that it refers to or is made of, the most general part first. */
function parts(schema, file) {
  const { $ref: reference, allOf = [] } = schema;
  const general = allOf.flatMap((each) => parts(each, file));
  if (reference !== undefined) general.push(...referred(reference, file));
  return [...general, { schema, file }];
}

function referred(reference, file) {
  const [path, pointer = ""] = reference.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  const tokens = pointer.split("/").slice(1);
  const found = tokens.reduce((value, token) => value[token], readYaml(target));
  return parts(found, target);
}

function collect(ofSchema, { prefix, depth, members }) {
  const required = new Set(ofSchema.flatMap(({ schema }) => schema.required ?? []));
  const byName = new Map();
  for (const { schema, file } of ofSchema)
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      byName.set(name, [...(byName.get(name) ?? []), ...parts(property, file)]);
  for (const [name, found] of byName) {
    const schemas = found.map(({ schema }) => schema);
    const path = `${prefix}${name}`;
    members.push({
      path,
      type: lastOf(schemas, "type") ?? typeof lastOf(schemas, "const"),
      required: required.has(name),
      constraints: constraints(schemas),
      description: lastOf(schemas, "description") ?? "",
    });
    const isList = lastOf(schemas, "type") === "array";
    const lists = found.filter(({ schema }) => schema.items !== undefined);
    const inside = isList ? lists.flatMap(({ schema, file }) => parts(schema.items, file)) : found;
    if (depth < deepest && members.length < most)
      collect(inside, { prefix: `${path}${isList ? "[]" : ""}.`, depth: depth + 1, members });
  }
}

function lastOf(schemas, keyword) {
  return schemas.findLast((schema) => schema[keyword] !== undefined)?.[keyword];
}

const shown = [
  "const",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
];

/** Keywords with their values; a list of values is the one that is left of all lists. */
function constraints(schemas) {
  const lists = schemas.map((schema) => schema.enum).filter((values) => values !== undefined);
  const values = lists.reduce(
    (left, right) => left?.filter((value) => right.includes(value)) ?? right,
    undefined,
  );
  const found = values === undefined ? [] : [["enum", values.join(", ")]];
  for (const keyword of shown) {
    const value = lastOf(schemas, keyword);
    if (value !== undefined) found.push([keyword, String(value)]);
  }
  return found;
}

const known = new Map();

function readYaml(path) {
  if (!known.has(path)) known.set(path, parse(readFileSync(path, "utf8")));
  return known.get(path);
}

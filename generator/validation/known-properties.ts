import { toPointer } from "../read/pointer.js";
import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import type { DocumentNames, Linked } from "./linked.js";

/** What a strict reading lets pass: 0 for anything. A shape may hold itself. */
export type Shape = 0 | ShapeRecord;

/** What a value may hold. */
export interface ShapeRecord {
  /** Known properties, in an object that may have no others. */
  p?: Map<string, Shape>;
  /** All other properties, where there may be others. */
  o?: Shape;
  /** The first items. */
  t?: readonly Shape[];
  /** Further items. */
  i?: Shape;
  /** Where the schema stands. */
  s?: string;
}

/** The shape of each root, for `unknownProperties` of `templates/snippets`. */
export function knownProperties(names: DocumentNames, linked: Linked): Shape[] {
  const shapes = new Map<string, ShapeRecord>();
  const numbers = new Map<object, number>();
  return linked.roots.map((root) => shapeOf([linked.defs[root]]));

  /** The shape of what all the given schemas and those beside them let pass. */
  function shapeOf(schemas: readonly unknown[]): Shape {
    const parts = partsOf(linked, schemas);
    const key = parts.map(numberOf).join(" ");
    const known = shapes.get(key);
    if (known !== undefined) return known;
    const shape: ShapeRecord = {};
    shapes.set(key, shape);
    Object.assign(shape, propertiesOf(parts), itemsOf(parts));
    return Object.keys(shape).length === 0 ? 0 : shape;
  }

  function numberOf(part: object): number {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  }

  function propertiesOf(parts: readonly SchemaObject[]): ShapeRecord {
    const schemas = new Map<string, unknown[]>();
    for (const { properties } of parts) {
      if (!isSchemaObject(properties)) continue;
      for (const [name, schema] of Object.entries(properties))
        schemas.set(name, [...(schemas.get(name) ?? []), schema]);
    }
    const others = parts.flatMap(othersOf);
    if (schemas.size === 0 && others.length === 0) return {};
    const patterns = parts.flatMap(({ patternProperties }) =>
      isSchemaObject(patternProperties) ? Object.entries(patternProperties) : [],
    );
    const p = new Map<string, Shape>();
    for (const [name, all] of schemas) {
      const matching = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(name));
      p.set(name, shapeOf([...all, ...matching.map(([, schema]) => schema)]));
    }
    const place = [...parts.filter((part) => "properties" in part), ...parts]
      .map((part) => linked.origins.of(part, "properties") ?? linked.origins.any(part))
      .find((found) => found !== undefined);
    const s = place ? `${names.get(place.document.path) ?? ""}#${toPointer(place.tokens)}` : "";
    if (others.length === 0) return { p, s };
    return { p, o: others.includes(true) ? 0 : shapeOf(others), s };
  }

  function itemsOf(parts: readonly SchemaObject[]): ShapeRecord {
    const length = Math.max(0, ...parts.map((part) => firstItems(part).length));
    const at = (index: number) =>
      parts.flatMap((part) => (index < firstItems(part).length ? [firstItems(part)[index]] : [part.items]));
    const shapes = Array.from({ length: length + 1 }, (_, index) => {
      const schemas = at(index).filter((schema) => schema !== undefined);
      return shapeOf(schemas.length > 0 ? schemas : parts.map((part) => part.unevaluatedItems));
    });
    const i = shapes.pop() ?? 0;
    return {
      ...(shapes.some((shape) => shape !== 0) ? { t: shapes } : {}),
      ...(i === 0 ? {} : { i }),
    };
  }
}

function firstItems({ prefixItems }: SchemaObject): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}

/** What a schema says on purpose of properties that it doesn't name. */
function othersOf(schema: SchemaObject): unknown[] {
  const { patternProperties, additionalProperties, unevaluatedProperties } = schema;
  return [
    ...(isSchemaObject(patternProperties) ? Object.values(patternProperties) : []),
    ...[additionalProperties, unevaluatedProperties].filter(
      (others) => others !== undefined && others !== false,
    ),
  ];
}

/** Schemas and all that may apply beside them, references followed; each once. */
function partsOf({ defs }: Linked, schemas: readonly unknown[]): SchemaObject[] {
  const parts = new Set<SchemaObject>();
  const open = [...schemas].reverse();
  while (open.length > 0) {
    const node = open.pop();
    if (!isSchemaObject(node) || parts.has(node)) continue;
    parts.add(node);
    const below = [
      typeof node.$ref === "string" ? [defs[node.$ref.slice("#/$defs/".length)]] : [],
      ...["allOf", "anyOf", "oneOf"].map((keyword) => node[keyword]),
      [node.if, node.then, node.else],
      isSchemaObject(node.dependentSchemas) ? Object.values(node.dependentSchemas) : [],
    ].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
    open.push(...below.reverse());
  }
  return [...parts];
}

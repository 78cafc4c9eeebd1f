import type { GlobalContext } from "openapi-typescript";
import type { TypeElement, TypeNode } from "typescript";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { loadOpenApiTypescript, loadTypescript } from "../../../../reader/large-libraries.js";
import { namePrefixes } from "../schema-facts.js";
import { tupleShape } from "../type-parts.js";

/**
 * Values of `type` that only this folder writes. `present`: anything but null. `object`: any object, without an index signature.
 * `requiring`: the schema in `items`, with the properties in `names` required.
 */
export const ownTypeNames = {
  present: "anything but null",
  object: "object alone",
  requiring: "requiring names",
} as const;

interface Options {
  readonly path?: string;
  readonly ctx: GlobalContext;
}

/** Types that openapi-typescript can't express. Called before it converts a schema with a `type`. */
export function ownType(schema: SchemaObject, options: Options): TypeNode | undefined {
  const { type, "x-extensible-enum": values } = schema;
  if (Array.isArray(values)) return openType(schema, values.map(String));
  if (type === ownTypeNames.present) return loadTypescript().factory.createTypeLiteralNode([]);
  if (type === ownTypeNames.object) return keyword("ObjectKeyword");
  if (type === ownTypeNames.requiring) return requiringType(schema, options);
  if (type === "array" && hasOwnListType(schema)) return listType(schema, options);
  if (type === "object" && hasOwnObjectType(schema)) return objectType(schema, options);
  return undefined;
}

/** Whether openapi-typescript would give a list another type. */
export function hasOwnListType({ prefixItems, items }: SchemaObject): boolean {
  if (Array.isArray(prefixItems) || items === false) return true;
  // It takes what is a list already for the whole.
  return isSchemaObject(items) && items.type !== "array" && items.$ref === undefined && mayBeList(items);
}

function mayBeList({ type, allOf, anyOf, oneOf }: SchemaObject): boolean {
  if (Array.isArray(type) && type.includes("array")) return true;
  return [allOf, anyOf, oneOf].some((list) => Array.isArray(list));
}

/** Whether openapi-typescript would give an object another type. */
export function hasOwnObjectType({
  properties,
  patternProperties,
  additionalProperties,
}: SchemaObject): boolean {
  if (isFilled(patternProperties)) return true;
  if (isFilled(properties)) return isFilled(additionalProperties);
  return additionalProperties === false;
}

function isFilled(value: unknown): value is SchemaObject {
  return isSchemaObject(value) && Object.keys(value).length > 0;
}

/** `"a" | "b" | (string & {})`: any string; editors suggest the listed ones. */
function openType({ type, nullable }: SchemaObject, values: string[]): TypeNode {
  const { factory } = loadTypescript();
  const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const any = factory.createIntersectionTypeNode([
    keyword("StringKeyword"),
    factory.createTypeLiteralNode([]),
  ]);
  const isNullable = nullable === true || (Array.isArray(type) && type.includes("null"));
  const none = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...literals, factory.createParenthesizedType(any), ...none]);
}

function requiringType({ items, names }: SchemaObject, options: Options): TypeNode {
  const { transformSchemaObject, tsWithRequired } = loadOpenApiTypescript();
  return tsWithRequired(
    transformSchemaObject(items as never, options as never),
    names as string[],
    options.ctx.injectFooter,
  );
}

/** `[number, string?, ...unknown[]]`: the elements that must be there, those that may, and all later ones. */
function listType(schema: SchemaObject, options: Options): TypeNode {
  const { factory, setEmitFlags, EmitFlags } = loadTypescript();
  const { prefixItems = [], items = true } = schema;
  const first = prefixItems as readonly unknown[];
  const typed = (item: unknown): TypeNode =>
    loadOpenApiTypescript().transformSchemaObject(item as never, options as never);
  const shape = tupleShape(schema);
  if (shape === undefined) return factory.createArrayTypeNode(typed(items));
  if (shape === "none") return keyword("NeverKeyword");
  const elements: TypeNode[] = [];
  for (let at = 0; at < shape.count; at++) {
    const type = typed(at < first.length ? first[at] : items);
    elements.push(at < shape.least ? type : factory.createOptionalTypeNode(type));
  }
  if (shape.isEndless) elements.push(factory.createRestTypeNode(factory.createArrayTypeNode(typed(items))));
  return setEmitFlags(factory.createTupleTypeNode(elements), EmitFlags.SingleLine);
}

/** An object whose further members have a type. */
function objectType(schema: SchemaObject, options: Options): TypeNode {
  const { factory } = loadTypescript();
  const { patternProperties, additionalProperties, ...rest } = schema;
  const patterns = isFilled(patternProperties) ? Object.entries(patternProperties) : [];
  const declared = isFilled(schema.properties) ? declaredMembers(rest, options) : [];
  const typed = (item: unknown): TypeNode =>
    loadOpenApiTypescript().transformSchemaObject(item as never, options as never);
  const isOpen = additionalProperties === undefined || additionalProperties === true;
  const prefixed = isOpen ? prefixSignatures(schema, patterns, typed) : [];
  const values = isOpen ? [keyword("UnknownKeyword")] : patterns.map(([, item]) => typed(item));
  if (!isOpen && additionalProperties !== false) values.push(typed(additionalProperties));
  if (values.length === 0) values.push(keyword("NeverKeyword"));
  if (declared.length === 0 && patterns.length === 0)
    return factory.createTypeReferenceNode("Record", [keyword("StringKeyword"), ...values]);
  const index = indexSignature(keyword("StringKeyword"), indexType(values, declared));
  return factory.createTypeLiteralNode([...declared, ...prefixed, index]);
}

/** `[key: \`x-${string}\`]: string` for each pattern, if all are for names that begin with a text. */
function prefixSignatures(
  schema: SchemaObject,
  patterns: readonly (readonly [string, unknown])[],
  typed: (item: unknown) => TypeNode,
): TypeElement[] {
  const { factory } = loadTypescript();
  const declared = isFilled(schema.properties) ? Object.keys(schema.properties) : [];
  const prefixes = namePrefixes(
    patterns.map(([pattern]) => pattern),
    declared,
  );
  if (prefixes === undefined) return [];
  return patterns.map(([, item], index) => {
    const text = factory.createTemplateLiteralTypeSpan(
      keyword("StringKeyword"),
      factory.createTemplateTail(""),
    );
    const key = factory.createTemplateLiteralType(factory.createTemplateHead(prefixes[index] ?? ""), [text]);
    return indexSignature(key, typed(item));
  });
}

function declaredMembers(schema: SchemaObject, options: Options): readonly TypeElement[] {
  const ts = loadTypescript();
  const type = loadOpenApiTypescript().transformSchemaObject(schema as never, options as never);
  if (ts.isTypeLiteralNode(type)) return type.members;
  return [];
}

/** The types of further members and of the declared ones: TypeScript wants an index signature to include both. */
function indexType(values: readonly TypeNode[], declared: readonly TypeElement[]): TypeNode {
  const ts = loadTypescript();
  const all = [...values];
  for (const member of declared) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    all.push(shortened(member.type));
    if (member.questionToken) all.push(keyword("UndefinedKeyword"));
  }
  if (all.some(({ kind }) => kind === ts.SyntaxKind.UnknownKeyword)) return keyword("UnknownKeyword");
  return loadOpenApiTypescript().tsUnion(all);
}

/** A type without the members of objects in it, which would be written twice, and includes the type. */
function shortened(type: TypeNode): TypeNode {
  const ts = loadTypescript();
  const { factory } = ts;
  if (!holdsMembers(type)) return type;
  if (ts.isTypeLiteralNode(type)) return keyword("ObjectKeyword");
  if (ts.isParenthesizedTypeNode(type)) return shortened(type.type);
  if (ts.isUnionTypeNode(type)) return factory.createUnionTypeNode(type.types.map(shortened));
  if (ts.isIntersectionTypeNode(type)) return shortened(type.types.find(holdsMembers) ?? type);
  if (ts.isArrayTypeNode(type) || ts.isTupleTypeNode(type))
    return factory.createArrayTypeNode(keyword("UnknownKeyword"));
  return keyword("UnknownKeyword");
}

function holdsMembers(type: TypeNode): boolean {
  const ts = loadTypescript();
  const visit = (node: import("typescript").Node): boolean =>
    ts.isTypeLiteralNode(node) || ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  return visit(type);
}

function indexSignature(key: TypeNode, value: TypeNode): TypeElement {
  const { factory } = loadTypescript();
  const parameter = factory.createParameterDeclaration(undefined, undefined, "key", undefined, key);
  return factory.createIndexSignature(undefined, [parameter], value);
}

type Keyword = "ObjectKeyword" | "StringKeyword" | "UnknownKeyword" | "NeverKeyword" | "UndefinedKeyword";

function keyword(name: Keyword): TypeNode {
  const { factory, SyntaxKind } = loadTypescript();
  return factory.createKeywordTypeNode(SyntaxKind[name]);
}

/** Keywords beside the type of a string, a number or a boolean that don't change it. Most schemas of a document have no others. */
const scalar = new Set(
  (
    "type title description deprecated default example examples format readOnly writeOnly " +
    "minLength maxLength pattern minimum maximum multipleOf"
  ).split(" "),
);
const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/** Whether a schema is a string, a number or a boolean without anything to prepare. */
export function isPlainScalar(schema: SchemaObject): boolean {
  if (!scalarTypes.has(schema.type)) return false;
  for (const keyword of Object.keys(schema)) if (!scalar.has(keyword)) return false;
  return true;
}

import { branches } from "../../../reader/documents/joint-schemas.js";
import { below, type Place, placeKey, referredSchema } from "../../../reader/documents/place.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Source } from "../../../reader/model/model.js";
import { memberText } from "../../../reader/model/names.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral } from "../../../reader/text/code/literal.js";
import { sourceLink } from "../file.js";
import { withLimits } from "./member-comment.js";
import { unmetNames } from "./schema-facts.js";
import {
  hasIndexSignature,
  isObjectSchema,
  members,
  type TypeContext,
  typeExpression,
} from "./type-expression.js";
import { union } from "./type-parts.js";

/** A type to declare. */
interface NamedType {
  readonly typeName: string;
  readonly place: Place;
  readonly source: Source;
  /** Shown above the type; the schema's own title and description otherwise. */
  readonly doc?: readonly (string | undefined)[];
}

/** The declaration of a named schema: an interface if it describes an object and the file has interfaces, a type otherwise. */
export function namedType(context: TypeContext, { typeName, place, source, doc }: NamedType): Code {
  const value = (typeof place.value === "object" && place.value !== null ? place.value : {}) as SchemaObject;
  const comment = docComment(
    doc ?? [memberText(value.title), ...withLimits(memberText(value.description), [value])],
    [
      ...(value.deprecated === true ? [{ tag: "deprecated", text: "" } as const] : []),
      { tag: "see", text: sourceLink(source) },
    ],
  );
  const isInterface = !context.hasOnlyTypes && isObjectSchema(value);
  const bases = isInterface ? interfaceBases(context, place) : undefined;
  if (bases === undefined)
    return code`${comment}export type ${identifier(typeName)} = ${typeExpression(context, place)};`;
  const heritage = bases.length === 0 ? code`` : code` extends ${join(bases, ", ")}`;
  return code`${comment}export interface ${identifier(typeName)}${heritage} {\n${indent(members(context, place))}\n}`;
}

/** The bases in `allOf`, without the members that the schema redeclares; `undefined` if one of them isn't a named object. */
function interfaceBases(context: TypeContext, place: Place): Code[] | undefined {
  const { allOf = [], properties, anyOf, oneOf, $ref } = place.value as SchemaObject;
  if (anyOf !== undefined || oneOf !== undefined || $ref !== undefined || !Array.isArray(allOf))
    return undefined;
  if (unmetNames(context.contracts, place).length > 0) return undefined;
  const bases: Code[] = [];
  for (const index of allOf.keys()) {
    const at = below(place, "allOf", String(index));
    const { $ref: ref, ...others } = at.value as SchemaObject;
    if (typeof ref !== "string" || Object.keys(others).length > 0) return undefined;
    const target = referredSchema(context.contracts, at, ref);
    const name = context.names.get(placeKey(target));
    if (name === undefined || !isObjectSchema(target.value) || hasIndexSignature(target.value))
      return undefined;
    context.use(name);
    const declared = new Set(
      branches(context.contracts, target).flatMap(({ value }) =>
        Object.keys((value as SchemaObject).properties ?? {}),
      ),
    );
    const redeclared = Object.keys(properties as object).filter((property) => declared.has(property));
    const base = identifier(name);
    if (redeclared.length === 0) bases.push(base);
    else bases.push(code`Omit<${base}, ${union(redeclared.map((property) => inlineLiteral(property)))}>`);
  }
  return bases;
}

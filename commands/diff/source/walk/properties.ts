import type ts from "typescript";
import { json } from "../../../../reader/text/json.js";
import {
  type Child,
  type PartCause,
  show,
  symbolDeclaration,
  type TypePair,
  type TypeParts,
  type WalkContext,
} from "./context.js";

/** The properties and the index signature of two object types. */
export function compareProperties(context: WalkContext, pair: TypePair): TypeParts {
  const { typescript, checker } = context;
  const children: Child[] = [];
  const causes: PartCause[] = [];
  let hasEmpty = false;
  const index = { old: findIndexType(context, pair.old), new: findIndexType(context, pair.new) };
  const isOptional = ({ flags }: ts.Symbol): boolean => (flags & typescript.SymbolFlags.Optional) !== 0;
  for (const property of checker.getPropertiesOfType(pair.old)) {
    if (isSymbol(property) || pair.discriminants?.has(property.name)) continue;
    const type = checker.getTypeOfSymbol(property);
    if (isEmpty(context, type)) {
      hasEmpty = true;
      continue;
    }
    const at = { step: property.name, declaration: symbolDeclaration(property) };
    const name = context.declaredName(property);
    const counterpart = checker.getPropertyOfType(pair.new, property.name);
    if (counterpart === undefined || isEmpty(context, checker.getTypeOfSymbol(counterpart))) {
      if (counterpart !== undefined || index.new === undefined)
        causes.push({ ...lost(context, pair, property.name), ...at });
      else
        children.push({ old: type, new: index.new, use: pair.use, ...at, name, loose: isOptional(property) });
      continue;
    }
    const [was, is] = [isOptional(property), isOptional(counterpart)];
    const isStricter = pair.use === "sent" ? was && !is : pair.use === "received" && !was && is;
    const after = checker.getTypeOfSymbol(counterpart);
    // Otherwise, what the object lacks is reported.
    if (isStricter && !isRefusedObject(context, { old: type, new: after }))
      causes.push({ ...strictness(context, pair, property.name), ...at });
    children.push({ old: type, new: after, use: pair.use, ...at, name, loose: isStricter });
  }
  if (pair.use === "sent")
    for (const property of checker.getPropertiesOfType(pair.new))
      if (
        !isSymbol(property) &&
        !isOptional(property) &&
        checker.getPropertyOfType(pair.old, property.name) === undefined
      )
        causes.push({
          ...required(context, pair, property.name),
          step: property.name,
          declaration: symbolDeclaration(property),
        });
  if (index.old !== undefined && index.new !== undefined)
    children.push({ old: index.old, new: index.new, use: pair.use, step: "[key]" });
  else if (index.old !== undefined) causes.push(closed(context, pair));
  // Only values of a declared type lack an index signature; a literal may have any property. Nobody uses what is empty.
  const excused = hasEmpty || (pair.use === "sent" && index.old === undefined && index.new !== undefined);
  return { children, causes, excused };
}

function isSymbol({ name }: ts.Symbol): boolean {
  return name.startsWith("__@");
}

/** `never`, or only `undefined`: openapi-typescript gives it to what doesn't exist. */
function isEmpty({ typescript, checker }: WalkContext, type: ts.Type): boolean {
  return (
    (checker.getNonNullableType(type).flags & typescript.TypeFlags.Never) !== 0 && !isNull(typescript, type)
  );
}

function isNull(typescript: typeof ts, type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(
    ({ flags }) => (flags & typescript.TypeFlags.Null) !== 0,
  );
}

/** Whether an object would be refused, too, if it weren't missing. */
function isRefusedObject({ typescript, checker }: WalkContext, pair: Pick<TypePair, "old" | "new">): boolean {
  const given = checker.getNonNullableType(pair.old);
  return (given.flags & typescript.TypeFlags.Object) !== 0 && !checker.isTypeAssignableTo(given, pair.new);
}

/** The type of properties with any name. */
function findIndexType({ typescript, checker }: WalkContext, type: ts.Type): ts.Type | undefined {
  const index = checker.getIndexTypeOfType(type, typescript.IndexKind.String);
  if (index !== undefined && (index.flags & typescript.TypeFlags.Never) === 0) return index;
  return undefined;
}

function lost(context: WalkContext, pair: TypePair, name: string): PartCause {
  const type = show(context, pair.new);
  return {
    kind: "lost",
    code: "source-property-removed",
    message: "is gone",
    error:
      pair.use === "sent"
        ? `TS2353: Object literal may only specify known properties, and '${keyText(name)}' does not exist in type '${type}'`
        : `TS2339: Property '${name}' does not exist on type '${type}'`,
    remedy:
      pair.use === "sent"
        ? "Keep accepting the property and deprecate it"
        : "Keep sending the property and deprecate it",
  };
}

function closed(context: WalkContext, pair: TypePair): PartCause {
  return {
    kind: "lost",
    code: "source-property-removed",
    message: "can't have other properties any more",
    error: `TS2339: Property '…' does not exist on type '${show(context, pair.new)}'`,
    remedy: "Leave `additionalProperties` as it was",
  };
}

function strictness(context: WalkContext, pair: TypePair, name: string): PartCause {
  const [source, target] = pair.use === "sent" ? [pair.old, pair.new] : [pair.new, pair.old];
  const error = `TS2327: Property '${name}' is optional in type '${show(context, source)}' but required in type '${show(context, target)}'`;
  if (pair.use === "sent")
    return {
      kind: "incompatible",
      code: "source-required-added",
      message: "was optional and is required now",
      error,
      remedy: "Leave it optional, with a default",
    };
  return {
    kind: "incompatible",
    code: "source-now-optional",
    message: "may be missing now",
    error,
    remedy: "Keep sending it",
  };
}

function required(context: WalkContext, pair: TypePair, name: string): PartCause {
  return {
    kind: "incompatible",
    code: "source-required-added",
    message: "is new and required",
    error: `TS2741: Property '${name}' is missing in type '${show(context, pair.old)}' but required in type '${show(context, pair.new)}'`,
    remedy: "Make it optional, with a default",
  };
}

function keyText(name: string): string {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return name;
  return json(name);
}

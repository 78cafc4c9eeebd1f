import type ts from "typescript";
import type { Cause, ExportName, Use } from "../cause.js";

/** The compiler, and what it knows of both SDKs. */
export interface WalkContext {
  readonly typescript: typeof ts;
  readonly checker: ts.TypeChecker;
  /** The exported name of a type of either SDK. */
  findName(type: ts.Type): ExportName | undefined;
  /** The exported name that a property's declaration in the old SDK gives its type. */
  declaredName(property: ts.Symbol): ExportName | undefined;
  /** The types of an exported name in both SDKs, if both have it. */
  findTypes(name: ExportName): { readonly old: ts.Type; readonly new: ts.Type } | undefined;
  /** Whether only the SDK makes what has the type, though functions take it, too: an event. */
  isOnlyReceived(name: ExportName): boolean;
}

/** The types of the same thing in both SDKs. */
export interface TypePair {
  readonly old: ts.Type;
  readonly new: ts.Type;
  readonly use: Use;
  /** `undefined` isn't compared, since a change of being optional is reported on its own. */
  readonly loose?: boolean;
  /** Properties by which a union has found the pair: their values are compared for the whole union. */
  readonly discriminants?: ReadonlySet<string>;
}

/** A pair inside of another one. */
export interface Child extends TypePair {
  /** A part of `Spot.path`. */
  readonly step?: string;
  /** Declares the property that the step names. */
  readonly declaration?: ts.Node | undefined;
  /** Absent if the name of the pair around it counts. */
  readonly name?: ExportName | undefined;
}

/** A cause that a comparison of parts has found, without its spot. */
export interface PartCause extends Pick<Cause, "code" | "message" | "error" | "remedy" | "values"> {
  /** `incompatible`: it counts only if the compiler refuses the pair. `lost`: the compiler doesn't see it in the pair. */
  readonly kind: "incompatible" | "lost";
  readonly step?: string;
  readonly declaration?: ts.Node | undefined;
}

/** What a comparison has found in the parts of a pair. */
export interface TypeParts {
  readonly children: readonly Child[];
  readonly causes: readonly PartCause[];
  /** The compiler may refuse the pair for a reason that no program meets. */
  readonly excused?: boolean;
  /** The children are type arguments, which may be used in the opposite way, too. */
  readonly isGeneric?: boolean;
}

/** Who writes what the other side reads. */
export function opposite(use: Use): Use {
  if (use === "sent") return "received";
  if (use === "received") return "sent";
  return use;
}

/** A property that a mapped type such as `Omit` takes over is declared where it comes from. */
export function symbolDeclaration({ valueDeclaration, declarations }: ts.Symbol): ts.Node | undefined {
  return valueDeclaration ?? declarations?.[0];
}

/** The type as the compiler's errors show it. */
export function show({ checker }: WalkContext, type: ts.Type): string {
  const text = checker.typeToString(type).replace(/\s+/g, " ");
  if (text.length <= 120) return text;
  return `${text.slice(0, 117)}...`;
}

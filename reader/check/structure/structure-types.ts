import { loadRedoclyTypes } from "../../large-libraries.js";

/** What Redocly's linter knows of an object or a list of OpenAPI. */
export interface StructureType {
  readonly name: string;
  /** Of each item, if it is a list. */
  readonly items: PartType | undefined;
  readonly properties: ReadonlyMap<string, PartType>;
  /** Of the properties that aren't in `properties`; `undefined`: there may be none. */
  readonly additional: PartType | undefined;
  readonly required: (value: object) => readonly string[];
  readonly requiredOneOf: readonly string[];
  readonly allowed: ((value: object) => readonly string[] | undefined) | undefined;
  readonly extensionsPrefix: string | undefined;
}

/** A scalar, or a list of scalars. */
export interface ScalarType {
  readonly type?: string | undefined;
  readonly items?: { readonly type?: string | undefined; readonly enum?: readonly unknown[] | undefined };
  readonly enum?: readonly unknown[] | undefined;
  readonly minimum?: number | undefined;
  /** Its text is a reference to an object of this type. */
  readonly directResolveAs?: NodeType | undefined;
}

/** A type in Redocly's own form, which `structureType` makes readable. */
export interface NodeType {
  readonly name: string;
}

/** `null`: anything is allowed. */
export type PartType =
  | NodeType
  | ScalarType
  | null
  | undefined
  | ((value: unknown, key: string) => NodeType | ScalarType | null | undefined);

type Types = Readonly<Record<string, NodeType>>;
const known = new Map<string, Types>();
const readableTypes = new WeakMap<NodeType, StructureType>();

/** The type of an OpenAPI document; `undefined` if Redocly doesn't know its version. */
export function rootType(version: string): NodeType | undefined {
  const minor = version.slice(0, 3);
  // Redocly reads 3.2 as 3.1.
  const key = minor === "3.2" ? "3.1" : minor;
  if (key !== "3.0" && key !== "3.1") return undefined;
  const types = known.get(key) ?? (loadRedoclyTypes(key) as Types);
  known.set(key, types);
  return types.Root;
}

/** Whether a part is an object or a list with a type of its own. */
export function isNodeType(type: NodeType | ScalarType | null | undefined): type is NodeType {
  return typeof (type as Partial<NodeType> | null | undefined)?.name === "string";
}

/** A type with its properties by name, which may be those that every object inherits. */
export function structureType(type: NodeType): StructureType {
  const readable = readableTypes.get(type);
  if (readable !== undefined) return readable;
  const {
    name,
    properties,
    additionalProperties,
    items,
    required,
    requiredOneOf,
    allowed,
    extensionsPrefix,
  } = type as RedoclyType;
  const made: StructureType = {
    name,
    items,
    properties: new Map(Object.entries(properties)),
    additional: additionalProperties,
    required: typeof required === "function" ? required : () => required ?? [],
    requiredOneOf: requiredOneOf ?? [],
    allowed,
    extensionsPrefix,
  };
  readableTypes.set(type, made);
  return made;
}

interface RedoclyType extends NodeType {
  readonly properties: Readonly<Record<string, PartType>>;
  readonly additionalProperties?: PartType;
  readonly items?: PartType;
  readonly required?: readonly string[] | ((value: object) => readonly string[]);
  readonly requiredOneOf?: readonly string[];
  readonly allowed?: (value: object) => readonly string[] | undefined;
  readonly extensionsPrefix?: string;
}

import type { FindingCode } from "../codes.js";

/**
 * Whether programs write what has a type, or read it. `data`: they read constants whose values are no promise, so that only
 * their shape counts.
 */
export type Use = "sent" | "received" | "data";

/** A place in a type. */
export interface Spot {
  /** The innermost exported name around it. */
  readonly name: ExportName;
  /** Properties that lead from there to it; `[]` is an element, `()` a result, `(name)` a parameter. */
  readonly path: readonly string[];
}

/** What makes code that was written for the old SDK fail to compile. */
export interface Cause {
  readonly code: FindingCode;
  readonly spot: Spot;
  readonly use: Use | "declared";
  /** One sentence about the spot, without its name. */
  readonly message: string;
  /** The compiler's error, such as "TS2322: Type 'number' is not assignable to type 'string'". */
  readonly error: string;
  readonly remedy: string;
  /** The values that a union lost or got, as the compiler shows them. */
  readonly values?: readonly string[];
}

/** A name that the SDK exports. */
export interface ExportName {
  /** What a program imports, such as `platform/client.js`. */
  readonly module: string;
  /** As code names it, such as `Pet` or `operations["listPets"]`; the module's path for the module itself. */
  readonly name: string;
}

/** `Pet from platform/types.js`: how findings name an export. */
export function exportText({ module, name }: ExportName): string {
  if (name === module) return module;
  return `${name} from ${module}`;
}

/** The path of a module as a program imports it. */
export function importPath(path: string): string {
  return path.replace(/(?:\.d)?\.ts$/, ".js");
}

/** What the types don't say about the old SDK. */
export interface ComparedSdkFacts {
  /** Modules with the types of events, such as `events/types.js`: only the SDK makes them. */
  readonly eventModules: ReadonlySet<string>;
  /** Operations that the other side calls, by name, such as `operations["receiveEvent"]`. */
  readonly webhooks: ReadonlySet<string>;
}

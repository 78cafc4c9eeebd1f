import type { Code } from "../../render/code.js";
import type { Node } from "../nodes/node.js";
import type { LocalNames } from "./local-names.js";
import type { ModuleContext } from "./module-context.js";
import type { SatisfiedSchemas } from "./satisfied-schemas.js";
import type { Statement } from "./statement.js";

/** The context of statements: the value's variable, the names in the function, and the variables read so far, by pointer. */
export interface Frame {
  readonly value: Code;
  /** How many levels of the document the value is below the function's argument. */
  readonly depth: number;
  readonly names: LocalNames;
  readonly read: Map<string, Code>;
  /** What is already known about the value. */
  readonly satisfied: SatisfiedSchemas;
}

/** Generates the code of schemas, for the code of items and properties. */
export interface Predicates {
  readonly context: ModuleContext;
  /** Statements that reject an invalid value, and do nothing else. */
  statements(node: Node, frame: Frame): Statement[];
  /** The condition under which a value is invalid; `label` names the function that it may need. */
  refusal(node: Node, frame: Frame, label: string): Code;
}

import type { Code } from "../../text/code/code.js";
import type { Node } from "../nodes/node.js";
import type { Facts } from "./facts.js";
import type { LocalNames } from "./local-names.js";
import type { ModuleContext } from "./module-context.js";
import type { Statement } from "./statement.js";

/** The context of statements: the value's variable, the names in the function, and the variables read so far, by pointer. */
export interface Frame {
  readonly value: Code;
  /** How many levels of the document the value is below the function's argument. */
  readonly depth: number;
  readonly names: LocalNames;
  readonly read: Map<string, Code>;
  /** What is already known about the value. */
  readonly facts: Facts;
}

/** Generates the code of schemas, for the code of items and properties. */
export interface Predicates {
  readonly context: ModuleContext;
  /** Statements that reject an invalid value, and do nothing else. */
  statements(node: Node, frame: Frame): Statement[];
  /** Whether the statements of a node refuse any value that isn't an object before they read its properties. */
  isObject(node: Node, frame: Frame): boolean;
  /** The condition under which a value is invalid; `label` names the function that it may need. */
  refusal(node: Node, frame: Frame, label: string): Code;
}

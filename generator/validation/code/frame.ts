import type { Code } from "../../render/code.js";
import type { Node } from "../nodes/node.js";
import type { Held } from "./held.js";
import type { LocalNames } from "./local-names.js";
import type { ModuleContext } from "./module-context.js";
import type { Statement } from "./statement.js";

/** Where statements are: the value's variable, the names of the function, and what was read before, by pointer. */
export interface Frame {
  readonly value: Code;
  readonly names: LocalNames;
  readonly read: Map<string, Code>;
  /** What is known of the value already. */
  readonly held: Held;
}

/** What makes the code of schemas, for those that make the code of parts of values. */
export interface Predicates {
  readonly context: ModuleContext;
  /** Statements that refuse a value that isn't valid, and do nothing else. */
  statements(node: Node, frame: Frame): Statement[];
  /** The condition under which a value isn't valid; `label` names the function that it may take. */
  refusal(node: Node, frame: Frame, label: string): Code;
}

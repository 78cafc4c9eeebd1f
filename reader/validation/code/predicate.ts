import { type Code, code, join } from "../../text/code/code.js";
import { type Definition, nodesIn } from "../nodes/node.js";
import { needsEvaluation } from "./closed-names.js";
import { isDeep } from "./descents.js";
import type { ModuleContext } from "./module-context.js";
import { PredicateFunctions } from "./predicate-functions.js";

/**
 * The function that only returns whether a value is valid by a definition: each property is read once, and
 * it stops at the first violation. Keywords that depend on how others evaluate the value are left to an evaluation.
 */
export function predicateCode(context: ModuleContext, definition: Definition, declare: Code): Code {
  const { node } = definition;
  const name = context.accepts(definition);
  const counts = isDeep(definition);
  if ([...nodesIn(node)].some(needsEvaluation)) {
    const conforms = context.use("conforms");
    const [parameters, rest] = counts ? [code`value, depth = 0`, code`, depth`] : [code`value`, code``];
    return code`${declare}function ${name}(${parameters}) {\n  return ${conforms}(${context.schema(definition)}, value${rest});\n}`;
  }
  const functions = new PredicateFunctions(context, name.toString(), counts);
  const main = code`${declare}${functions.main(name, node)}`;
  return join([...functions.alternatives, main], "\n\n");
}

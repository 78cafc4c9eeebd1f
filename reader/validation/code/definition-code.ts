import { type Code, code } from "../../text/code/code.js";
import type { Definition } from "../nodes/node.js";
import { isDeep } from "./descents.js";
import type { ModuleContext } from "./module-context.js";
import { predicateCode } from "./predicate.js";
import { schemaLiteral } from "./schema-literal.js";

/**
 * The code of a definition in a module: its predicate, and the schema that describes violations. `declare` precedes
 * each declaration: `export `, or nothing.
 */
export function definitionCode(context: ModuleContext, definition: Definition, declare: Code): Code {
  const schema = context.schema(definition);
  // What is valid needn't be searched for violations. A deep value could be tested again at each of its levels.
  const members = isDeep(definition) ? [] : [code`accepts: ${context.accepts(definition)}`];
  return code`${predicateCode(context, definition, declare)}\n\n${declare}const ${schema} = ${schemaLiteral(context, definition.node, members)};`;
}

import { Code } from "./code.js";

/** JavaScript that a code generator has already escaped: the output of Ajv. Never text from a contract. */
export function scriptText(script: string): Code {
  return Code.verbatim(script);
}

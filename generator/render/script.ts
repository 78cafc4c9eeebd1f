import { Code } from "./code.js";

/** JavaScript that a code generator made and escaped itself: the output of Ajv. Never text of a contract. */
export function scriptText(script: string): Code {
  return Code.verbatim(script);
}

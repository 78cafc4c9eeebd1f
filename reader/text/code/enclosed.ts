import { type Code, code, indent, join } from "./code.js";

const width = 100;

/** The members of an object or list literal: on one line if they fit, else one per line. */
export function enclosed(kind: "object" | "list", members: readonly Code[]): Code {
  if (members.length === 0) return kind === "object" ? code`{}` : code`[]`;
  const line = join(members, ", ");
  const short = kind === "object" ? code`{ ${line} }` : code`[${line}]`;
  if (!/\n/.test(short.toString()) && short.toString().length <= width) return short;
  const lines = indent(code`${join(members, ",\n")},`);
  return kind === "object" ? code`{\n${lines}\n}` : code`[\n${lines}\n]`;
}

import { type Code, code } from "../../../reader/text/code/code.js";
import { templateLiteralType } from "../../../reader/text/code/literal.js";

/** An anchored pattern of literal text and simple wildcards as a template literal type; any other is `string`. */
export function templateType(pattern: string): Code {
  const body = /^\^(.*)\$$/s.exec(pattern)?.[1];
  const wildcard = /(?:\.|\[[^\]\\]*\]|\\[dw])(?:[*+]\??|\{\d+(?:,\d*)?\})/g;
  const parts = body?.split(wildcard) ?? [];
  if (parts.length < 2 || !parts.every((part) => /^(?:\\[.\-/_]|[\w\-/: ])*$/.test(part)))
    return code`string`;
  if (parts.every((part) => part === "")) return code`string`;
  return templateLiteralType(parts.map((part) => part.replaceAll("\\", "")));
}

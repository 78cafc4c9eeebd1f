import { json, printableJson } from "../json.js";
import { Code, code } from "./code.js";

/**
 * A string, number, boolean or null as a TypeScript literal; quotes, line ends, lone surrogates and unprintable
 * characters escaped.
 */
export function literal(value: string | number | boolean | null): Code {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`no literal for ${value}`);
  return Code.verbatim(printableJson(JSON.stringify(value)));
}

/** JSON data as an expression. The key `__proto__` is written as a computed key, so it stays data. */
export function dataLiteral(value: unknown, level = 0): Code {
  if (value === null || typeof value !== "object") {
    return literal(value as string | number | boolean | null);
  }
  const pad = "  ".repeat(level + 1);
  const close = "  ".repeat(level);
  if (Array.isArray(value)) {
    const items = value.map((item) => dataLiteral(item, level + 1).toString());
    if (value.every((item) => item === null || typeof item !== "object"))
      return Code.verbatim(`[${items.join(", ")}]`);
    return Code.verbatim(`[\n${items.map((item) => pad + item).join(",\n")},\n${close}]`);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return code`{}`;
  const lines = entries.map(([key, item]) => `${pad}${valueKey(key)}: ${dataLiteral(item, level + 1)}`);
  return Code.verbatim(`{\n${lines.join(",\n")},\n${close}}`);
}

/** The same on one line, for short records. A `Code` in the data is inserted unchanged. */
export function inlineLiteral(value: unknown): Code {
  if (value instanceof Code) return value;
  if (value === null || typeof value !== "object") return literal(value as string | number | boolean | null);
  if (Array.isArray(value)) return code`[${value.map((item) => inlineLiteral(item))}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return code`{}`;
  return code`{ ${entries.map(([key, item]) => code`${valueKey(key)}: ${inlineLiteral(item)}`)} }`;
}

/** JSON text for a `.json` file: two spaces, final newline. */
export function jsonText(value: unknown): Code {
  return Code.verbatim(`${json(value, 2)}\n`);
}

/** Matches any text in a template literal type. */
const anyText = "$" + "{string}";

/** The type of the strings that have the given parts in order and anything between them. */
export function templateLiteralType(parts: readonly string[]): Code {
  const escaped = parts.map((part) =>
    JSON.stringify(part)
      .slice(1, -1)
      .replace(/\\"/g, '"')
      .replace(/`|\$(?=\{)/g, "\\$&"),
  );
  return Code.verbatim(printableJson(`\`${escaped.join(anyText)}\``));
}

/** The key of a property in an object literal. */
export function valueKey(name: string): Code {
  if (name === "__proto__") return code`["__proto__"]`;
  return propertyKey(name);
}

/** The key of a property in an interface or type literal. */
export function propertyKey(name: string): Code {
  if (isIdentifierName(name)) return Code.verbatim(name);
  return literal(name);
}

/** Whether a name can be a property key without quotes; ASCII only. */
export function isIdentifierName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

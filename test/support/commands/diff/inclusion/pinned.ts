/** A schema with exactly one value, that doesn't use `const` or `enum` for anything but `true` and `false`. */
export function pinned(value: unknown): Record<string, unknown> {
  if (value === null) return { type: "null" };
  if (typeof value === "boolean") return { type: "boolean", not: { const: !value } };
  if (typeof value === "number") return { type: "number", minimum: value, maximum: value };
  if (typeof value === "string") return { type: "string", pattern: `^${escaped(value)}$` };
  if (Array.isArray(value))
    return {
      type: "array",
      ...(value.length === 0 ? {} : { prefixItems: value.map(pinned) }),
      items: false,
      minItems: value.length,
    };
  const entries = Object.entries(value as object);
  return {
    type: "object",
    properties: JSON.parse(
      `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(pinned(each))}`).join()}}`,
    ) as unknown,
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}

function escaped(text: string): string {
  return [...text].map((character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).join("");
}

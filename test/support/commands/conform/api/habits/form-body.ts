/** The value of a form (`application/x-www-form-urlencoded`), with members in brackets, by the schemas of its members. */
export function readForm(
  text: string,
  properties: Readonly<Record<string, { readonly type?: string }>>,
): Readonly<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name = key, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(key) ?? [];
    if (inner === undefined) form[name] = typedValue(value, properties[name]?.type);
    else form[name] = Object.assign(Object(form[name]), { [inner]: value });
  }
  return form;
}

function typedValue(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

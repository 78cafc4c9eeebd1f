/** The value of a form (`application/x-www-form-urlencoded`), with members in brackets, by the schemas of its members. */
export function readForm(
  text: string,
  properties: Readonly<Record<string, { readonly type?: string }>>,
): Readonly<Record<string, unknown>> {
  const form = new Map<string, unknown>();
  const inner = new Map<string, (readonly [string, string])[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name = key, member] = /^([^[\]]+)\[(.+)\]$/.exec(key) ?? [];
    if (member === undefined) form.set(name, typedValue(value, properties[name]?.type));
    else inner.set(name, [...(inner.get(name) ?? []), [member, value]]);
  }
  for (const [name, members] of inner) form.set(name, Object.fromEntries(members));
  return Object.fromEntries(form);
}

function typedValue(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/**
 * Finds properties that the contract doesn't have. A shape is 0 for "anything"; a string names one of `shapes`;
 * else `p` holds the shapes of known properties, `o` that of all others (where there may be others), `t` those
 * of the first items, `i` that of further items, and `s` says where the schema stands.
 * @param {unknown} value
 * @param {object | string | 0} shape
 * @param {{ shapes: Record<string, object>, most: number, found?: object[] }} search
 * @param {string} at
 * @returns {object[]}
 */
export function unknownProperties(value, shape, search, at = "") {
  search.found ??= [];
  const known = typeof shape === "string" ? search.shapes[shape] : shape;
  if (known === 0 || known === undefined || value === null || typeof value !== "object") return search.found;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && search.found.length < search.most; index++) {
      const below = known.t?.[index] ?? known.i;
      if (below === undefined) break;
      unknownProperties(value[index], below, search, `${at}/${index}`);
    }
    return search.found;
  }
  if (known.p === undefined) return search.found;
  for (const name of Object.keys(value)) {
    if (search.found.length >= search.most) break;
    const below = known.p.get(name) ?? known.o;
    if (below !== undefined) {
      const step = name.replace(/~/g, "~0").replace(/\//g, "~1");
      unknownProperties(value[name], below, search, `${at}/${step}`);
      continue;
    }
    const place = at === "" ? "the document" : `\`${at.slice(1).replace(/\//g, ".")}\``;
    search.found.push({
      code: "unknown-property",
      pointer: at,
      schemaPointer: known.s,
      message: `${place} has the property \`${name}\`, which the contract doesn't have`,
      keyword: "unevaluatedProperties",
      property: name,
    });
  }
  return search.found;
}

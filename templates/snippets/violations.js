/**
 * Failures as plain records. A site is `[code, keyword, schemaPointer, clause, text, shows, item, level]`; its text
 * is what follows the name of the place, and `shows` says whether the value may be shown.
 * @param {unknown} document
 * @param {readonly ({ at: string, site: number, params?: Record<string, unknown> } | undefined)[]} failures
 * @param {readonly (readonly unknown[])[]} sites
 * @returns {object[]}
 */
export function toViolations(document, failures, sites) {
  const found = new Map();
  for (const failure of failures) {
    if (failure === undefined) continue;
    const { at, site, params } = failure;
    const [code, keyword, schemaPointer, clause, text, shows, item, level] = sites[site];
    const property =
      params?.propertyName ??
      params?.missingProperty ??
      params?.additionalProperty ??
      params?.unevaluatedProperty ??
      (keyword === "required" ? item : undefined);
    const violation = {
      code,
      pointer: at,
      schemaPointer,
      message: sentence(document, at, { keyword, text, shows, property, params }),
      keyword,
    };
    if (level) violation.level = level;
    if (clause) violation.clause = clause;
    if (property !== undefined) violation.property = property;
    if (keyword === "x-rules") violation.rule = item;
    const key = `${at} ${code} ${property ?? ""}`;
    // What must be isn't hidden by what should be.
    if (!level || found.get(key)?.level !== undefined || !found.has(key)) found.set(key, violation);
  }
  return [...found.values()];
}

function sentence(document, at, { keyword, text, shows, property, params }) {
  if (keyword === "x-rules") return text;
  const tokens = at
    .split("/")
    .slice(1)
    .map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
  const place = tokens.length === 0 ? "the document" : `\`${tokens.join(".")}\``;
  if (params?.missingProperty !== undefined)
    return `${place} lacks the property \`${property}\`, which goes with \`${params.property}\``;
  const isSurplus = params?.additionalProperty !== undefined || params?.unevaluatedProperty !== undefined;
  if (isSurplus || keyword === "propertyNames") return `${place} has the property \`${property}\`, ${text}`;
  const isName = params?.propertyName !== undefined;
  const name = isName ? `the property name \`${property}\`` : place;
  const value = isName ? property : tokens.reduce((parent, token) => parent?.[token], document);
  if (keyword === "type") return `${name} is ${typeName(value)}, ${text}`;
  if (!shows || value === null || typeof value === "object")
    return `${name} ${text.replace("{value}", "is none of these")}`;
  return `${name} ${text.replace("{value}", () => `is \`${String(value).slice(0, 60)}\``)}`;
}

function typeName(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/**
 * What is said of a document that nests deeper than the call stack.
 * @returns {object[]}
 */
export function tooDeep() {
  return [
    {
      code: "too-deep",
      pointer: "",
      schemaPointer: "",
      message: "the document nests too deeply to be checked",
      keyword: "",
    },
  ];
}

/**
 * Where an evaluation is: `at` in the document and `from` in the contract, both JSON Pointers (the second with its
 * document in front), and what holds there: the clause, the level, whether values are secret, what sentences call the
 * document (`phrase`, only while the evaluation stays in the `file` of the schema it began with), the `name` of a
 * property if that is what is evaluated, and what other keywords have `seen`, if any keyword asks.
 * @param {string} [phrase]
 * @param {string} [at] where the schema is, if it is a boolean and can't say so
 */
export function rootScope(phrase, at = "") {
  return {
    at: "",
    from: at,
    file: undefined,
    phrase,
    clause: undefined,
    level: undefined,
    secret: false,
    name: undefined,
    seen: undefined,
  };
}

/**
 * The scope inside a schema, with the schema's own annotations.
 * @param {object} node
 * @param {object} scope
 */
export function enter(node, scope) {
  const { at, clause, level, secret } = node;
  if (at === undefined && clause === undefined && level === undefined && secret === undefined) return scope;
  const inner = { ...scope };
  if (at !== undefined) {
    const file = at.slice(0, at.indexOf("#"));
    if (scope.file !== undefined && scope.file !== file) inner.phrase = undefined;
    inner.file = file;
    inner.from = at;
    inner.clause = undefined;
  }
  if (clause !== undefined) inner.clause = clause;
  if (level !== undefined) inner.level = level;
  if (secret === true) inner.secret = true;
  return inner;
}

/**
 * The scope of another schema for the same value.
 * @param {object} scope
 * @param {string} step the path to the schema, as a JSON Pointer
 */
export function beside(scope, step) {
  return { ...scope, from: scope.from + step };
}

/**
 * The scope of a schema for a part of the value.
 * @param {object} scope
 * @param {string | number} token the part: a property's name or an item's index
 * @param {string} step the path to the schema, as a JSON Pointer
 */
export function inside(scope, token, step) {
  const { at, from, file, phrase, clause, secret } = scope;
  return {
    at: `${at}/${escapeToken(token)}`,
    from: from + step,
    file,
    phrase,
    clause,
    level: undefined,
    secret,
    name: undefined,
    seen: undefined,
  };
}

/**
 * A token of a JSON Pointer (RFC 6901).
 * @param {string | number} token
 * @returns {string}
 */
export function escapeToken(token) {
  return String(token).replace(/~/g, "~0").replace(/\//g, "~1");
}

/**
 * A keyword's name in the contract's dialect.
 * @param {object | boolean} node
 * @param {string} keyword
 * @returns {string}
 */
export function nameOf(node, keyword) {
  return node.names?.[keyword] ?? keyword;
}

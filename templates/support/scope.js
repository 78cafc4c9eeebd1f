/**
 * Where an evaluation is, in the document and in the contract, and what holds there. Places are written down as steps
 * from the scope around it, since most are never asked for. All scopes have the same shape.
 * @typedef {object} Scope
 * @property {Scope | undefined} around
 * @property {string | number | undefined} token the step in the document, if there is one
 * @property {readonly (string | number)[]} steps the steps in the contract, from a schema to one below it
 * @property {number} depth levels of the document around the value
 * @property {number} nested schemas around the schema that is applied
 * @property {string | undefined} base where a schema is that others refer to: `<document>#<JSON Pointer>`
 * @property {string | undefined} file the document of the schema that the evaluation began with
 * @property {string | undefined} phrase what sentences call the document; only while the evaluation stays in that file
 * @property {string | undefined} clause
 * @property {string | undefined} level
 * @property {boolean} secret
 * @property {string | undefined} name the name of a property, if that is what is evaluated
 * @property {object | undefined} seen what other keywords have seen of the value, if any keyword asks
 */

const noSteps = [];

/**
 * The scope that an evaluation begins with.
 * @param {string} [phrase]
 * @param {string} [at] where the schema is, if it is a boolean and can't say so
 * @param {number} [depth] levels of the document around the value
 */
export function rootScope(phrase, at = "", depth = 0) {
  return {
    around: undefined,
    token: undefined,
    steps: noSteps,
    depth,
    nested: 0,
    base: at,
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
 * What a schema notes in the scope of its own evaluation; `undefined` if that is nothing.
 * @param {object} node
 */
export function annotationsOf({ at, clause, level, secret }) {
  if (at === undefined && clause === undefined && level === undefined && secret === undefined)
    return undefined;
  return { at, file: at?.slice(0, at.indexOf("#")), clause, level, secret };
}

/**
 * Notes a schema's annotations in the scope of its evaluation.
 * @param {Scope} scope
 * @param {{ at?: string, file?: string, clause?: string, level?: string, secret?: boolean }} annotations
 */
export function annotate(scope, { at, file, clause, level, secret }) {
  if (at !== undefined) {
    if (scope.file !== undefined && scope.file !== file) scope.phrase = undefined;
    scope.file = file;
    scope.base = at;
    scope.clause = undefined;
  }
  if (clause !== undefined) scope.clause = clause;
  if (level !== undefined) scope.level = level;
  if (secret === true) scope.secret = true;
}

/**
 * The scope of another schema for the same value.
 * @param {Scope} scope
 * @param {readonly (string | number)[]} steps the way to the schema
 */
export function beside(scope, steps) {
  return {
    around: scope,
    token: undefined,
    steps,
    depth: scope.depth,
    nested: scope.nested,
    base: undefined,
    file: scope.file,
    phrase: scope.phrase,
    clause: scope.clause,
    level: scope.level,
    secret: scope.secret,
    name: scope.name,
    seen: scope.seen,
  };
}

/**
 * The scope of a schema for a part of the value.
 * @param {Scope} scope
 * @param {string | number} token the part: a property's name or an item's index
 * @param {readonly (string | number)[]} steps the way to the schema
 */
export function inside(scope, token, steps) {
  return {
    around: scope,
    token,
    steps,
    depth: scope.depth + 1,
    nested: scope.nested,
    base: undefined,
    file: scope.file,
    phrase: scope.phrase,
    clause: scope.clause,
    level: undefined,
    secret: scope.secret,
    name: undefined,
    seen: undefined,
  };
}

/**
 * The same scope, which notes apart what is seen.
 * @param {Scope} scope
 * @param {object | undefined} seen
 */
export function seeing(scope, seen) {
  const other = beside(scope, noSteps);
  other.seen = seen;
  return other;
}

/**
 * The place in the document, as a JSON Pointer (RFC 6901).
 * @param {Scope} scope
 * @returns {string}
 */
export function pointerOf(scope) {
  let pointer = "";
  for (let at = scope; at !== undefined; at = at.around)
    if (at.token !== undefined) pointer = `/${escapeToken(at.token)}${pointer}`;
  return pointer;
}

/**
 * The place in the contract: a document and a JSON Pointer.
 * @param {Scope} scope
 * @returns {string}
 */
export function placeOf(scope) {
  let place = "";
  for (let at = scope; at !== undefined; at = at.around) {
    if (at.base !== undefined) return at.base + place;
    for (let step = at.steps.length - 1; step >= 0; step--) place = `/${escapeToken(at.steps[step])}${place}`;
  }
  return place;
}

/**
 * A token of a JSON Pointer.
 * @param {string | number} token
 * @returns {string}
 */
export function escapeToken(token) {
  if (typeof token === "number") return String(token);
  return token.includes("~") || token.includes("/") ? token.replace(/~/g, "~0").replace(/\//g, "~1") : token;
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

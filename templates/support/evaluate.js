import { applicators } from "./applicators.js";
import { assertions } from "./assertions.js";
import { maxDepth, mostNested, refuseDeeper } from "./depth.js";
import { fail } from "./failures.js";
import { enter, rootScope, seeing } from "./scope.js";
import { createSeen, merge, unevaluated } from "./unevaluated.js";

const keywords = /* @__PURE__ */ new Map([...assertions, ...applicators]);

/**
 * Whether a value is valid by JSON Schema 2020-12. Appends all failures to `run.failures`; if that is null,
 * evaluation stops at the first failure.
 * @param {object | boolean} node
 * @param {unknown} value
 * @param {object} scope
 * @param {{ failures: object[] | null, evaluate: Function }} run
 * @returns {boolean}
 */
function evaluate(node, value, scope, run) {
  if (node === true) return true;
  if (node === false) return fail(run, { node, value, scope, keyword: "false" });
  if (scope.depth >= maxDepth || scope.nested >= mostNested) refuseDeeper(value, scope.nested);
  const inner = enter(node, scope);
  inner.nested++;
  const asks = node.unevaluatedProperties !== undefined || node.unevaluatedItems !== undefined;
  const here = asks ? seeing(inner, createSeen()) : inner;
  let valid = true;
  for (const keyword of Object.keys(node)) {
    const holds = keywords.get(keyword);
    if (holds === undefined || holds(node, value, here, run)) continue;
    if (run.failures === null) return false;
    valid = false;
  }
  if (!asks) return valid;
  for (const [keyword, holds] of unevaluated) {
    if (node[keyword] === undefined || holds(node, value, here, run)) continue;
    if (run.failures === null) return false;
    valid = false;
  }
  merge(inner.seen, here.seen);
  return valid;
}

/**
 * Whether a value is valid, without collecting failures.
 * @param {object | boolean} node
 * @param {unknown} value
 * @param {number} [depth] levels of the document around the value
 * @returns {boolean}
 */
export function conforms(node, value, depth = 0) {
  return evaluate(node, value, rootScope(undefined, "", depth), { failures: null, evaluate });
}

/**
 * All failures of a value.
 * @param {object | boolean} node
 * @param {unknown} value
 * @param {{ phrase?: string, at?: string }} context the document's name in sentences, and where the schema is
 * @returns {readonly object[]}
 */
export function failuresOf(node, value, { phrase, at }) {
  const failures = [];
  evaluate(node, value, rootScope(phrase, at), { failures, evaluate });
  return failures;
}

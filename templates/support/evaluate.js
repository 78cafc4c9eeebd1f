import { applicators } from "./applicators.js";
import { assertions } from "./assertions.js";
import { maxDepth, mostNested, refuseDeeper } from "./depth.js";
import { fail } from "./failures.js";
import { annotate, annotationsOf, rootScope, seeing } from "./scope.js";
import { createSeen, merge, unevaluated } from "./unevaluated.js";

const checks = /* @__PURE__ */ new WeakMap();
const always = () => true;
const never = (value, scope, run) => fail(run, { node: false, value, scope, keyword: "false" });

/**
 * The check of values by a schema, by JSON Schema 2020-12. It is prepared at the first use, since most documents are
 * valid and never need it. A check appends all failures to `run.failures`; if that is null, it stops at the first one.
 * The scope must be its own: it notes the schema's annotations there.
 * @param {object | boolean} node
 * @returns {(value: unknown, scope: object, run: { failures: object[] | null }) => boolean}
 */
function checkOf(node) {
  if (typeof node === "boolean") return node ? always : never;
  let check = checks.get(node);
  if (check === undefined) {
    check = prepare(node);
    checks.set(node, check);
  }
  return check;
}

function prepare(node) {
  const annotations = annotationsOf(node);
  const first = Object.keys(node).flatMap((keyword) => {
    const of = assertions.get(keyword) ?? applicators.get(keyword);
    return of === undefined ? [] : [of(node, checkOf)];
  });
  const last = Array.from(unevaluated, ([keyword, of]) => (keyword in node ? of(node, checkOf) : [])).flat();
  const all = [...first, ...last];
  const count = all.length;
  const needsSeen = last.length > 0;
  return (value, scope, run) => {
    if (scope.depth >= maxDepth || scope.nested >= mostNested) refuseDeeper(value, scope.nested);
    if (annotations !== undefined) annotate(scope, annotations);
    scope.nested++;
    const here = needsSeen ? seeing(scope, createSeen()) : scope;
    let valid = true;
    for (let index = 0; index < count; index++) {
      if (all[index](value, here, run)) continue;
      if (run.failures === null) return false;
      valid = false;
    }
    if (needsSeen) merge(scope.seen, here.seen);
    return valid;
  };
}

/**
 * Whether a value is valid, without collecting failures.
 * @param {object | boolean} node
 * @param {unknown} value
 * @param {number} [depth] levels of the document around the value
 * @returns {boolean}
 */
export function conforms(node, value, depth = 0) {
  return checkOf(node)(value, rootScope(undefined, "", depth), { failures: null });
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
  checkOf(node)(value, rootScope(phrase, at), { failures });
  return failures;
}

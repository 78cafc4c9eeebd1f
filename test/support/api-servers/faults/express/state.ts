// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../fault.js";

/** What it stores, for whom, and who may change it. */
export const expressState: readonly Fault[] = faultsIn("express", [
  {
    id: "express-delete-in-use",
    kind: "state",
    severity: "grave",
    what: "A product that a draft needs can be deleted; submitting it crashes.",
    replace: ["if (drafts.some(", "if (drafts.length > 99 && drafts.some("],
  },
  {
    id: "express-delete-answers-only",
    kind: "state",
    severity: "grave",
    what: "Deletion answers 204 and deletes nothing.",
    replace: ["    products.delete(params.sku);\n", ""],
  },
  {
    id: "express-submit-twice",
    kind: "state",
    severity: "grave",
    what: "A submitted order can be submitted again, and takes stock again.",
    replace: [
      'const order = findOrder(orders, params.orderId);\n    if (order.status !== "draft") throw new Failure(409, "not_draft", "The order is submitted.");\n    const needed',
      "const order = findOrder(orders, params.orderId);\n    const needed",
    ],
  },
  {
    id: "express-half-a-submission",
    kind: "state",
    severity: "grave",
    what: "A submission that fails has taken the first products out of stock.",
    replace: [
      '    for (const [sku, quantity] of needed)\n      if (products.get(sku).stock < quantity) throw new Failure(409, "stock", `There are too few of ${sku}.`);\n    for (const [sku, quantity] of needed) products.get(sku).stock -= quantity;\n',
      '    for (const [sku, quantity] of needed) {\n      if (products.get(sku).stock < quantity) throw new Failure(409, "stock", `There are too few of ${sku}.`);\n      products.get(sku).stock -= quantity;\n    }\n',
    ],
  },
  {
    id: "express-patch-note-reset",
    kind: "state",
    severity: "medium",
    what: "`PATCH` resets a note that it doesn't name.",
    replace: [
      "const note = patch.note === undefined ? order.note : patch.note;",
      "const note = patch.note ?? null;",
    ],
  },
  {
    id: "express-patch-null-kept",
    kind: "state",
    severity: "medium",
    what: "Null in a merge patch doesn't remove a label, and is in the answer.",
    replace: [".filter(([, value]) => value !== null)", ".filter(() => true)"],
  },
  {
    id: "express-labels-replaced",
    kind: "state",
    severity: "medium",
    what: "`PATCH` replaces labels instead of merging them.",
    replace: ["const merged = { ...labels, ...patch };", "const merged = patch ?? labels;"],
  },
  {
    id: "express-key-of-failed",
    kind: "idempotency",
    severity: "medium",
    what: "A request that failed uses its key.",
    replace: [
      "const total = totalPrice(products, given.lines);\n    const order",
      'answers.set(key, { request, answer: { status: 422, body: { error: { code: "failed", message: "It failed." } } } });\n    const total = totalPrice(products, given.lines);\n    const order',
    ],
  },
  {
    id: "express-key-alone",
    kind: "idempotency",
    severity: "grave",
    what: "Another body with the same key gets the answer to the first.",
    replace: ["if (earlier !== undefined && earlier.request !== request)", "if (earlier === null)"],
  },
  {
    id: "express-key-across-tenants",
    kind: "idempotency",
    severity: "grave",
    what: "Keys are shared by tenants, so that one gets the other's order.",
    replace: [
      "  answers: new Map(),\n});",
      "  answers: sharedAnswers,\n});\nconst sharedAnswers = new Map();",
    ],
  },
  {
    id: "express-other-orders",
    kind: "tenancy",
    severity: "grave",
    what: "Orders of other tenants can be read by their id.",
    replace: [
      "body: shownOrder(findOrder(tenants.get(tenant).orders, params.orderId)) };",
      "body: shownOrder(findOrder(new Map([...tenants.values()].flatMap(({ orders }) => [...orders])), params.orderId)) };",
    ],
  },
  {
    id: "express-one-catalogue",
    kind: "tenancy",
    severity: "grave",
    what: "Tenants share their products.",
    replace: [
      "const newTenant = () => ({\n  products: new Map(),",
      "const sharedProducts = new Map();\nconst newTenant = () => ({\n  products: sharedProducts,",
    ],
  },
  {
    id: "express-role-unchecked",
    kind: "authentication",
    severity: "grave",
    what: "A viewer may write.",
    replace: [
      'if (identity.role === "viewer" && !reads) throw',
      "if (identity.role === undefined && !reads) throw",
    ],
  },
  {
    id: "express-file-without-key",
    kind: "authentication",
    severity: "grave",
    what: "A file can be read without a key.",
    replace: [
      "function identify(request, response, next) {",
      'function identify(request, response, next) {\n  if (request.path.endsWith("/file") && request.get("x-api-key") === undefined) {\n    response.locals.tenant = "east";\n    return next();\n  }',
    ],
  },
  {
    id: "express-status-403",
    kind: "authentication",
    severity: "medium",
    what: "A missing key gets 403 instead of 401.",
    replace: ['throw new Failure(401, "unauthenticated",', 'throw new Failure(403, "unauthenticated",'],
  },
  {
    id: "express-export-running",
    kind: "state",
    severity: "medium",
    what: "An export is never done.",
    replace: ['      job.state = "done";\n', ""],
  },
  {
    id: "express-total-of-one",
    kind: "state",
    severity: "medium",
    what: "The total ignores quantities.",
    replace: ["amount: product.price.amount * quantity", "amount: product.price.amount"],
  },
]);

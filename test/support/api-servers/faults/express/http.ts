// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../fault.js";

/** What else of HTTP and of answers it gets wrong. */
export const expressHttp: readonly Fault[] = faultsIn("express", [
  {
    id: "express-create-202",
    kind: "status",
    severity: "medium",
    what: "Creation answers 202, which isn't documented for it.",
    replace: [
      "return { status: 201, headers: { location: `/products",
      "return { status: 202, headers: { location: `/products",
    ],
  },
  {
    id: "express-delete-200",
    kind: "status",
    severity: "slight",
    what: "Deletion answers 200 instead of 204.",
    replace: ["return { status: 204 }", "return { status: 200 }"],
  },
  {
    id: "express-token-shown",
    kind: "leak",
    severity: "grave",
    what: "The token of a card, which is `writeOnly`, is in answers.",
    replace: ["payment: shownPayment, note", "payment, note"],
  },
  {
    id: "express-error-details",
    kind: "leak",
    severity: "medium",
    what: "Errors contain a stack trace.",
    replace: [
      ".json({ error: { code: failure.code, message: failure.message } })",
      ".json({ error: { code: failure.code, message: failure.message, stack: error.stack } })",
    ],
  },
  {
    id: "express-html-errors",
    kind: "header",
    severity: "medium",
    what: "Paths that aren't there get HTML.",
    replace: [
      'app.use(() => {\n  throw new Failure(404, "not_found", "There is nothing at this path.");\n});\n',
      "",
    ],
  },
  {
    id: "express-export-early",
    kind: "status",
    severity: "medium",
    what: "The file of an export that is running is empty instead of a conflict.",
    replace: [
      'if (job.state !== "done") throw new Failure(409, "running", "The export isn\'t done.");',
      'if (job.state !== "done") job.file ??= "";',
    ],
  },
  {
    id: "express-retry-after-missing",
    kind: "header",
    severity: "slight",
    what: "202 has no `Retry-After`.",
    replace: [', "retry-after": "1" }', " }"],
  },
  {
    id: "express-order-location",
    kind: "location",
    severity: "medium",
    what: "`Location` of an order is the list.",
    replace: ["location: `/orders/${order.id}`", 'location: "/orders"'],
  },
  {
    id: "express-method-404",
    kind: "method",
    severity: "slight",
    what: "Methods that aren't allowed get 404.",
    replace: [
      '  route.all((_request, response) => {\n    response.set("Allow"',
      '  route.trace((_request, response) => {\n    response.set("Allow"',
    ],
  },
  {
    id: "express-put-product",
    kind: "method",
    severity: "medium",
    what: "A method that isn't documented deletes.",
    replace: [
      '"/products/:sku": { get: "readProduct", delete: "deleteProduct" }',
      '"/products/:sku": { get: "readProduct", delete: "deleteProduct", put: "deleteProduct" }',
    ],
  },
  {
    id: "express-accept-ignored",
    kind: "header",
    severity: "slight",
    what: "406 is documented, but `Accept` is ignored.",
    replace: ["if (!request.accepts(type)) throw", "if (request.accepts(type) === undefined) throw"],
  },
  {
    id: "express-any-media-type",
    kind: "header",
    severity: "medium",
    what: "Bodies of any media type are read as JSON.",
    replace: ["if (given.trim() !== type || !isUtf8)", 'if (given.trim() === "" || !isUtf8)'],
  },
  {
    id: "express-rows-missing",
    kind: "body",
    severity: "slight",
    what: "A required member that is null is missing.",
    replace: ['subject, state: "running", rows: null };', 'subject, state: "running" };'],
  },
  {
    id: "express-error-body",
    kind: "body",
    severity: "medium",
    what: "Errors have another form than documented.",
    replace: [
      ".json({ error: { code: failure.code, message: failure.message } })",
      ".json({ code: failure.code, message: failure.message })",
    ],
  },
]);

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const expressBehaviour: readonly Fault[] = faultsIn("express", [
  {
    id: "express-conflict-500",
    kind: "status",
    severity: "medium",
    what: "A SKU that is taken gets 500.",
    replace: [
      'throw new Failure(409, "sku_taken", "A product with this SKU exists.")',
      'throw new Error("duplicate key")',
    ],
  },
  {
    id: "express-sku-taken-replaces",
    kind: "state",
    severity: "grave",
    what: "A second product with the same SKU replaces the first.",
    replace: [
      '    if (products.has(given.sku)) throw new Failure(409, "sku_taken", "A product with this SKU exists.");\n',
      "",
    ],
  },
  {
    id: "express-delete-missing",
    kind: "status",
    severity: "slight",
    what: "Deletion of what isn't there succeeds, though 404 is documented.",
    replace: [
      'if (!products.has(params.sku)) throw new Failure(404, "not_found", "There is no such product.");',
      "if (!products.has(params.sku)) return { status: 204 };",
    ],
  },
  {
    id: "express-submitted-changed",
    kind: "state",
    severity: "medium",
    what: "A submitted order can be changed.",
    replace: [
      'if (order.status !== "draft") throw new Failure(409, "not_draft", "The order is submitted.");\n    const labels',
      "const labels",
    ],
  },
  {
    id: "express-stock-per-line",
    kind: "state",
    severity: "grave",
    what: "Stock is checked per line, so that two lines of a product make it negative.",
    replace: [
      "const needed = [...neededStock(order.lines)];",
      "const needed = order.lines.map(({ sku, quantity }) => [sku, quantity]);",
    ],
  },
  {
    id: "express-total-stale",
    kind: "state",
    severity: "medium",
    what: "The total isn't computed again when the lines change.",
    replace: [
      "Object.assign(order, { lines, note, labels, total });",
      "Object.assign(order, { lines, note, labels });",
    ],
  },
  {
    id: "express-key-ignored",
    kind: "idempotency",
    severity: "grave",
    what: "A repeated request creates a second order.",
    replace: ["    answers.set(key, { request, answer });\n", ""],
  },
  {
    id: "express-other-exports",
    kind: "tenancy",
    severity: "grave",
    what: "Files of other tenants can be read by their id.",
    replace: [
      "const job = findExport(tenants.get(tenant).exports, params.exportId);",
      "const job = findExport(new Map([...tenants.values()].flatMap((each) => [...each.exports])), params.exportId);",
    ],
  },
  {
    id: "express-key-prefix",
    kind: "authentication",
    severity: "grave",
    what: "Keys are recognised by their beginning.",
    replace: [
      'const identity = keys.get(request.get("x-api-key"));',
      'const [, identity] = [...keys].find(([key]) => request.get("x-api-key")?.startsWith(key.slice(0, 6))) ?? [];',
    ],
  },
  {
    id: "express-total-of-page",
    kind: "pagination",
    severity: "medium",
    what: "The total is the number of items on the page.",
    replace: ['"x-total-count": String(all.length)', '"x-total-count": String(Math.min(limit, all.length))'],
  },
  {
    id: "express-next-forever",
    kind: "pagination",
    severity: "medium",
    what: "The last page has a link to a next one.",
    replace: ["if (page < last) links.push", "if (page <= last) links.push"],
  },
  {
    id: "express-link-missing",
    kind: "header",
    severity: "medium",
    what: "The documented header `Link` is missing.",
    replace: [', link: links.join(", ") }', " }"],
  },
  {
    id: "express-in-stock-false",
    kind: "filter",
    severity: "medium",
    what: "`inStock=false` is treated as if it wasn't given.",
    replace: ["(query.inStock === undefined || product", "(!query.inStock || product"],
  },
  {
    id: "express-status-first",
    kind: "filter",
    severity: "medium",
    what: "Of several values of a filter only the last counts.",
    replace: ["query.status.includes(status)", "query.status.at(-1) === status"],
  },
  {
    id: "express-supplier-note-shown",
    kind: "leak",
    severity: "grave",
    what: "A member that is `writeOnly` is in answers.",
    replace: [
      "stock, rating, releasedOn, createdAt }) {\n  return { sku, name, price, category, tags, stock, rating, releasedOn, createdAt };",
      "stock, rating, releasedOn, createdAt, supplierNote }) {\n  return { sku, name, price, category, tags, stock, rating, releasedOn, createdAt, supplierNote };",
    ],
  },
  {
    id: "express-csv-as-json",
    kind: "header",
    severity: "medium",
    what: "A file of comma-separated values is called JSON.",
    replace: ['type: "text/csv; charset=utf-8"', 'type: "application/json; charset=utf-8"'],
  },
  {
    id: "express-disposition-missing",
    kind: "header",
    severity: "slight",
    what: "A documented header is missing.",
    replace: [
      'const headers = { "content-disposition": `attachment; filename="${job.subject}.csv"` };',
      "const headers = {};",
    ],
  },
  {
    id: "express-export-location",
    kind: "location",
    severity: "medium",
    what: "`Location` of an export is an address on another server.",
    replace: ["location: `/exports/${job.id}`", "location: `http://internal-exports.local/${job.id}`"],
  },
  {
    id: "express-allow-wrong",
    kind: "method",
    severity: "slight",
    what: "`Allow` names methods that aren't allowed.",
    replace: ['allowed.join(", ").toUpperCase()', '"GET, HEAD, POST, PUT, PATCH, DELETE"'],
  },
  {
    id: "express-total-as-text",
    kind: "body",
    severity: "medium",
    what: "An amount is written as a text.",
    replace: ["sum + amount, 0), currency };", "sum + amount, 0).toFixed(2), currency };"],
  },
]);

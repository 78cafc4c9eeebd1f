/** Exports: jobs that write a file of comma-separated values (RFC 4180). */
import { randomUUID } from "node:crypto";
import { Failure, readUuid, validBody } from "./http.mjs";

const jobMs = 30;

const tables = {
  products: {
    columns: ["sku", "name", "amount", "currency", "stock"],
    rows: ({ products }) =>
      [...products.values()].map(({ sku, name, price, stock }) => [
        sku,
        name,
        price.amount,
        price.currency,
        stock,
      ]),
  },
  orders: {
    columns: ["id", "status", "amount", "currency"],
    rows: ({ orders }) =>
      [...orders.values()].map(({ id, status, total }) => [id, status, total.amount, total.currency]),
  },
};

function cell(value, delimiter) {
  const text = String(value);
  if (!text.includes('"') && !text.includes(delimiter) && !/[\r\n]/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

function toCsv(rows, delimiter) {
  return rows.map((row) => `${row.map((value) => cell(value, delimiter)).join(delimiter)}\r\n`).join("");
}

function shownExport({ id, subject, state, rows, createdAt }) {
  return { id, subject, state, rows, createdAt };
}

function findExport(exports, id) {
  const found = exports.get(readUuid(id));
  if (found === undefined) throw new Failure(404, "not_found", "There is no such export.");
  return found;
}

export const exportOperations = (tenants) => ({
  createExport({ tenant, body }) {
    const { subject, delimiter = "," } = validBody("NewExport", body);
    const own = tenants.get(tenant);
    const { columns, rows } = tables[subject];
    const content = rows(own);
    const job = { id: randomUUID(), subject, state: "running", rows: null };
    Object.assign(job, { createdAt: new Date().toISOString(), file: undefined });
    own.exports.set(job.id, job);
    setTimeout(() => {
      job.file = toCsv([columns, ...content], delimiter);
      job.rows = content.length;
      job.state = "done";
    }, jobMs);
    const headers = { location: `/exports/${job.id}`, "retry-after": "1" };
    return { status: 202, headers, body: shownExport(job) };
  },

  readExport({ tenant, params }) {
    return { status: 200, body: shownExport(findExport(tenants.get(tenant).exports, params.exportId)) };
  },

  readExportFile({ tenant, params }) {
    const job = findExport(tenants.get(tenant).exports, params.exportId);
    if (job.state !== "done") throw new Failure(409, "running", "The export isn't done.");
    const headers = { "content-disposition": `attachment; filename="${job.subject}.csv"` };
    return { status: 200, headers, type: "text/csv; charset=utf-8", text: job.file };
  },
});

/** The operations on orders. */
import { randomUUID } from "node:crypto";
import { Failure, readPage, readQuery, readUuid, validBody } from "./http.mjs";
import { queries } from "./schemas.mjs";

/** What clients see of an order: the token of a card is only ever written. */
function shownOrder({ id, status, lines, payment, note, labels, total, createdAt, submittedAt }) {
  const { cardToken: _, ...shownPayment } = payment;
  return { id, status, lines, payment: shownPayment, note, labels, total, createdAt, submittedAt };
}

function findOrder(orders, id) {
  const order = orders.get(readUuid(id));
  if (order === undefined) throw new Failure(404, "not_found", "There is no such order.");
  return order;
}

/** The sum of an order, with the price of each product now; throws 422 for unknown products and mixed currencies. */
function totalPrice(products, lines) {
  const priced = lines.map(({ sku, quantity }) => {
    const product = products.get(sku);
    if (product === undefined) throw new Failure(422, "sku_unknown", `There is no product ${sku}.`);
    return { currency: product.price.currency, amount: product.price.amount * quantity };
  });
  const [{ currency }] = priced;
  if (priced.some((each) => each.currency !== currency))
    throw new Failure(422, "currencies_mixed", "All products of an order have the same currency.");
  return { amount: priced.reduce((sum, { amount }) => sum + amount, 0), currency };
}

function patchedLabels(labels, patch) {
  const merged = { ...labels, ...patch };
  const entries = Object.entries(merged).filter(([, value]) => value !== null);
  if (entries.length > 10) throw new Failure(422, "labels_many", "An order has at most 10 labels.");
  return Object.fromEntries(entries);
}

/** The quantity of each product that some lines need together. */
function neededStock(lines) {
  const needed = new Map();
  for (const { sku, quantity } of lines) needed.set(sku, (needed.get(sku) ?? 0) + quantity);
  return needed;
}

export const orderOperations = (tenants) => ({
  listOrders({ tenant, url }) {
    const query = readQuery(url, queries.listOrders);
    const found = [...tenants.get(tenant).orders.values()].filter(
      ({ status }) => query.status === undefined || query.status.includes(status),
    );
    const { items, headers } = readPage(found, query, url);
    return { status: 200, headers, body: items.map(shownOrder) };
  },

  createOrder({ tenant, headers, body }) {
    const key = readUuid(headers["idempotency-key"] ?? "");
    if (key === undefined) throw new Failure(400, "key_invalid", "Idempotency-Key must be a UUID.");
    const given = validBody("NewOrder", body);
    const { products, orders, answers } = tenants.get(tenant);
    const request = JSON.stringify(given);
    const earlier = answers.get(key);
    if (earlier !== undefined && earlier.request !== request)
      throw new Failure(422, "key_reused", "The Idempotency-Key was used for another request.");
    if (earlier !== undefined) return earlier.answer;
    const total = totalPrice(products, given.lines);
    const order = { id: randomUUID(), status: "draft", note: null, labels: {}, ...given, total };
    Object.assign(order, { createdAt: new Date().toISOString(), submittedAt: null });
    orders.set(order.id, order);
    const answer = { status: 201, headers: { location: `/orders/${order.id}` }, body: shownOrder(order) };
    answers.set(key, { request, answer });
    return answer;
  },

  readOrder({ tenant, params }) {
    return { status: 200, body: shownOrder(findOrder(tenants.get(tenant).orders, params.orderId)) };
  },

  patchOrder({ tenant, params, body }) {
    const patch = validBody("OrderPatch", body);
    const { products, orders } = tenants.get(tenant);
    const order = findOrder(orders, params.orderId);
    if (order.status !== "draft") throw new Failure(409, "not_draft", "The order is submitted.");
    const labels = patchedLabels(order.labels, patch.labels);
    const lines = patch.lines ?? order.lines;
    const total = totalPrice(products, lines);
    const note = patch.note === undefined ? order.note : patch.note;
    Object.assign(order, { lines, note, labels, total });
    return { status: 200, body: shownOrder(order) };
  },

  submitOrder({ tenant, params }) {
    const { products, orders } = tenants.get(tenant);
    const order = findOrder(orders, params.orderId);
    if (order.status !== "draft") throw new Failure(409, "not_draft", "The order is submitted.");
    const needed = [...neededStock(order.lines)];
    for (const [sku, quantity] of needed)
      if (products.get(sku).stock < quantity) throw new Failure(409, "stock", `There are too few of ${sku}.`);
    for (const [sku, quantity] of needed) products.get(sku).stock -= quantity;
    order.status = "submitted";
    order.submittedAt = new Date().toISOString();
    return { status: 200, body: shownOrder(order) };
  },
});

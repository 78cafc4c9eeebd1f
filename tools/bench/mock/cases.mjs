const order = { id: 7, status: "open", lines: [{ product: "book", quantity: 2 }] };
const json = { "content-type": "application/json" };

/** The requests that are measured, and the status that every mock server of the contract answers. */
export const cases = [
  { label: "answer from an example", method: "GET", path: "/orders?limit=10&status=open", status: 200 },
  { label: "answer made from the schema", method: "GET", path: "/orders/7", status: 200 },
  {
    label: "body checked",
    method: "POST",
    path: "/orders",
    headers: json,
    body: JSON.stringify(order),
    status: 201,
  },
  {
    label: "body refused",
    method: "POST",
    path: "/orders",
    headers: json,
    body: JSON.stringify({ ...order, lines: [{ product: "", quantity: 0 }] }),
    status: 422,
  },
];

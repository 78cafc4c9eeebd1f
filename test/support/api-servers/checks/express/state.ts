import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Check, nextNumber, objectsIn, without } from "../check.js";
import { createOrder, createProduct, finished, newOrder, newProduct, order } from "./shop.js";

/** What is stored, for whom, and who may change it. */
export const stateChecks: readonly Check[] = [
  {
    name: "creates, reads, lists and deletes a product",
    run: async ({ first }) => {
      const given = newProduct({
        name: "Größe 𝄞",
        supplierNote: "cheap",
        tags: ["old"],
        releasedOn: "2027-01-31",
      });
      const created = await first.post("/products", given);
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ ...without(given, "supplierNote"), rating: null });
      expect(created.text).not.toContain("cheap");
      const path = created.headers.location ?? "";
      expect((await first.get(path)).body).toEqual(created.body);
      const listed = await first.get("/products?limit=100");
      expect(objectsIn(listed.value)).toContainEqual(created.body);
      expect(listed.text).not.toContain("cheap");
      expect(await first.delete(path)).toMatchObject({ status: 204, text: "" });
      expect((await first.get(path)).status).toBe(404);
      expect((await first.delete(path)).status).toBe(404);
      expect(objectsIn((await first.get("/products?limit=100")).value)).not.toContainEqual(created.body);
    },
  },
  {
    name: "creates an order, whose secrets it never shows",
    run: async ({ first }) => {
      const sku = await createProduct(first);
      const payment = { method: "card", cardToken: "tok_0aZ9bY8c", lastDigits: "4242" };
      const labels = JSON.parse('{"__proto__":"p","a":"Größe"}');
      const created = await order(first, newOrder(sku, { payment, labels, note: "Ring twice" }));
      expect(created.body).toMatchObject({
        status: "draft",
        lines: [{ sku, quantity: 2 }],
        payment: without(payment, "cardToken"),
        total: { amount: 20.5, currency: "EUR" },
        submittedAt: null,
      });
      expect(Object.entries(created.body.labels as object)).toEqual(Object.entries(labels));
      const read = await first.get(created.headers.location ?? "");
      expect(read.body).toEqual(created.body);
      expect(objectsIn((await first.get("/orders?limit=100")).value)).toContainEqual(created.body);
      expect(created.text + read.text).not.toContain("tok_");
    },
  },
  {
    name: "refuses a SKU that is taken, and keeps what a draft needs",
    run: async ({ first, second }) => {
      const sku = await createProduct(first);
      const read = await first.get(`/products/${sku}`);
      expect((await first.post("/products", newProduct({ sku, name: "Second" }))).status).toBe(409);
      expect((await first.get(`/products/${sku}`)).body).toEqual(read.body);
      expect((await second.post("/products", newProduct({ sku, name: "Other shop" }))).status).toBe(201);
      expect((await first.get(`/products/${sku}`)).body).toEqual(read.body);
      const path = await createOrder(first, sku);
      expect((await first.delete(`/products/${sku}`)).status).toBe(409);
      expect((await first.post(`${path}/submit`)).status).toBe(200);
      expect((await first.delete(`/products/${sku}`)).status).toBe(204);
    },
  },
  {
    name: "submits an order once",
    run: async ({ first }) => {
      const sku = await createProduct(first, { stock: 5 });
      const path = await createOrder(first, sku);
      const submitted = await first.post(`${path}/submit`);
      expect(submitted.body).toMatchObject({ status: "submitted", submittedAt: expect.any(String) });
      expect((await first.get(path)).body).toEqual(submitted.body);
      expect((await first.get(`/products/${sku}`)).body.stock).toBe(3);
      expect((await first.post(`${path}/submit`)).status).toBe(409);
      expect((await first.patch(path, { note: "late" })).status).toBe(409);
      expect((await first.get(path)).body).toEqual(submitted.body);
      expect((await first.get(`/products/${sku}`)).body.stock).toBe(3);
    },
  },
  {
    name: "submits all of an order or nothing",
    run: async ({ first }) => {
      const [one, two] = [await createProduct(first), await createProduct(first, { stock: 3 })];
      const lines = [
        { sku: one, quantity: 1 },
        { sku: two, quantity: 2 },
        { sku: two, quantity: 2 },
      ];
      const path = await createOrder(first, one, { lines });
      const stock = async (sku: string) => (await first.get(`/products/${sku}`)).body.stock;
      expect((await first.post(`${path}/submit`)).status).toBe(409);
      expect([await stock(one), await stock(two)]).toEqual([20, 3]);
      expect((await first.get(path)).body.status).toBe("draft");
      expect((await first.patch(path, { lines: lines.slice(0, 2) })).status).toBe(200);
      expect((await first.post(`${path}/submit`)).status).toBe(200);
      expect([await stock(one), await stock(two)]).toEqual([19, 1]);
    },
  },
  {
    name: "patches an order, member by member",
    run: async ({ first }) => {
      const sku = await createProduct(first);
      const path = await createOrder(first, sku, { note: "old", labels: { a: "1", b: "2" } });
      const labels = await first.patch(path, { labels: { a: null, c: "3" } });
      expect(labels.body).toMatchObject({ note: "old", lines: [{ sku, quantity: 2 }] });
      expect(labels.body.labels).toEqual({ b: "2", c: "3" });
      const lines = await first.patch(path, { lines: [{ sku, quantity: 3 }] });
      expect(lines.body).toMatchObject({ note: "old", total: { amount: 30.75 } });
      expect(lines.body.labels).toEqual({ b: "2", c: "3" });
      expect((await first.patch(path, { note: null })).body.note).toBeNull();
      expect((await first.get(path)).body).toMatchObject({ note: null, total: { amount: 30.75 } });
      const many = Object.fromEntries([..."defghijkl"].map((name) => [name, "x"]));
      expect((await first.patch(path, { labels: many })).status).toBe(422);
      expect((await first.patch(path, { lines: [{ sku: "ZZ-9999", quantity: 1 }], note: "x" })).status).toBe(
        422,
      );
      expect((await first.get(path)).body).toMatchObject({ note: null, labels: { b: "2", c: "3" } });
    },
  },
  {
    name: "repeats the answer to a repeated key",
    run: async ({ first, second }) => {
      const sku = await createProduct(first);
      await second.post("/products", newProduct({ sku }));
      const headers = { "idempotency-key": randomUUID() };
      expect((await first.post("/orders", newOrder("ZZ-9999"), headers)).status).toBe(422);
      const body = newOrder(sku, { note: `n${nextNumber()}` });
      const created = await first.post("/orders", body, headers);
      expect(created.status).toBe(201);
      const again = await first.post("/orders", body, headers);
      expect(again).toMatchObject({ status: 201, body: created.body });
      expect(again.headers.location).toBe(created.headers.location);
      const listed = objectsIn((await first.get("/orders?limit=100")).value);
      expect(listed.filter(({ note }) => note === body.note).length).toBe(1);
      expect((await first.post("/orders", newOrder(sku), headers)).status).toBe(422);
      const other = await second.post("/orders", body, headers);
      expect(other.status).toBe(201);
      expect(other.body.id).not.toBe(created.body.id);
    },
  },
  {
    name: "shows a tenant nothing of another one",
    run: async ({ first, second }) => {
      const sku = await createProduct(first, { name: "Hidden" });
      const path = await createOrder(first, sku);
      const made = await first.post("/exports", { subject: "products" });
      const file = made.headers.location ?? "";
      await finished(first, file);
      for (const each of [`/products/${sku}`, path, file, `${file}/file`])
        expect((await second.get(each)).status).toBe(404);
      expect((await second.patch(path, { note: "mine" })).status).toBe(404);
      expect((await second.post(`${path}/submit`)).status).toBe(404);
      expect((await second.delete(`/products/${sku}`)).status).toBe(404);
      expect((await order(second, newOrder(sku))).status).toBe(422);
      const lists = [await second.get("/products?limit=100"), await second.get("/orders?limit=100")];
      for (const { text } of lists) expect(text).not.toContain(sku);
      expect((await first.get(path)).body).toMatchObject({ status: "draft", note: null });
    },
  },
  {
    name: "lets only managers write, and only those with a key read",
    run: async ({ first, reader, stranger, withHeaders }) => {
      const sku = await createProduct(first);
      const path = await createOrder(first, sku);
      const file = (await first.post("/exports", { subject: "orders" })).headers.location ?? "";
      await finished(first, file);
      const liar = withHeaders({ "x-api-key": "east-manager-kez" });
      const refused = [
        [reader, 403],
        [stranger, 401],
        [liar, 401],
      ] as const;
      for (const [client, status] of refused) {
        expect((await client.post("/products", newProduct())).status).toBe(status);
        expect((await order(client, newOrder(sku))).status).toBe(status);
        expect((await client.patch(path, { note: "x" })).status).toBe(status);
        expect((await client.post(`${path}/submit`)).status).toBe(status);
        expect((await client.post("/exports", { subject: "orders" })).status).toBe(status);
        expect((await client.delete(`/products/${sku}`)).status).toBe(status);
        const read = client === reader ? 200 : 401;
        for (const each of ["/products", `/products/${sku}`, "/orders", path, file, `${file}/file`])
          expect((await client.get(each)).status).toBe(read);
      }
      expect((await first.get(path)).body).toMatchObject({ status: "draft", note: null });
    },
  },
];

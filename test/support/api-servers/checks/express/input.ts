import { expect } from "vitest";
import { type Check, expectForEach, expectQueries, without } from "../check.js";
import { createOrder, createProduct, newOrder, newProduct, nextSku, order, unknownId } from "./shop.js";

/** What the server accepts and refuses. */
export const inputChecks: readonly Check[] = [
  {
    name: "accepts products at the limits of the document",
    run: async ({ first }) => {
      const send = (body: unknown) => first.post("/products", body);
      const price = { amount: 0.25, currency: "JPY" };
      await expectForEach(
        { status: 201, send },
        {
          "shortest name": newProduct({ name: "Ü𝄞x" }),
          "longest name": newProduct({ name: "𝄞".repeat(80) }),
          "smallest numbers": newProduct({ price, stock: 0, rating: 1 }),
          "largest numbers": newProduct({ price: { ...price, amount: 99_999.75 }, stock: 10_000, rating: 5 }),
          "null rating": newProduct({ rating: null }),
          "six tags": newProduct({ tags: ["a", "b", "c", "d", "e-1", "f".repeat(20)] }),
          "leap day": newProduct({ releasedOn: "2028-02-29" }),
          "integer with a fraction of zero": `{"sku":"${nextSku()}","name":"Zero","price":{"amount":1.0,"currency":"EUR"},"category":"game","stock":4.0}`,
        },
      );
    },
  },
  {
    name: "refuses products beyond the limits of the document",
    run: async ({ first }) => {
      const send = (body: unknown) => first.post("/products", body);
      const price = { amount: 1, currency: "EUR" };
      await expectForEach(
        { status: 400, send },
        {
          "SKU in lower case": newProduct({ sku: "ab-0001" }),
          "SKU with more behind it": newProduct({ sku: `${nextSku()}5` }),
          "SKU with a line feed": newProduct({ sku: `${nextSku()}\n` }),
          "no SKU": without(newProduct(), "sku"),
          "short name": newProduct({ name: "ab" }),
          "long name": newProduct({ name: "x".repeat(81) }),
          "no price": without(newProduct(), "price"),
          "amount of 0": newProduct({ price: { ...price, amount: 0 } }),
          "amount below 0": newProduct({ price: { ...price, amount: -1 } }),
          "amount in tenths": newProduct({ price: { ...price, amount: 0.1 } }),
          "amount of 100000": newProduct({ price: { ...price, amount: 100_000 } }),
          "amount in a text": newProduct({ price: { ...price, amount: "1" } }),
          "unknown currency": newProduct({ price: { ...price, currency: "XXX" } }),
          "price with another member": newProduct({ price: { ...price, tax: 1 } }),
          "price without a currency": newProduct({ price: { amount: 1 } }),
          "unknown category": newProduct({ category: "car" }),
          "repeated tags": newProduct({ tags: ["a", "a"] }),
          "seven tags": newProduct({ tags: ["a", "b", "c", "d", "e", "f", "g"] }),
          "tag in upper case": newProduct({ tags: ["A"] }),
          "stock below 0": newProduct({ stock: -1 }),
          "stock of 10001": newProduct({ stock: 10_001 }),
          "stock in a text": newProduct({ stock: "3" }),
          "rating of 0": newProduct({ rating: 0 }),
          "rating above 5": newProduct({ rating: 5.5 }),
          "30 February": newProduct({ releasedOn: "2027-02-30" }),
          "date with a time": newProduct({ releasedOn: "2027-02-03T00:00:00Z" }),
          "null stock": newProduct({ stock: null }),
          "unknown member": newProduct({ createdAt: "2027-01-01T00:00:00Z" }),
          "`__proto__`": `{"sku":"${nextSku()}","name":"Proto","price":{"amount":1,"currency":"EUR"},"category":"game","__proto__":{}}`,
          "a list": [newProduct()],
          "deep nesting": `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
          empty: "",
          "half an object": '{"sku":',
          "not UTF-8": Buffer.from(JSON.stringify(newProduct({ name: "Größe" })), "latin1"),
        },
      );
    },
  },
  {
    name: "accepts each kind of payment",
    run: async ({ first }) => {
      const sku = await createProduct(first);
      const send = (payment: unknown) => order(first, newOrder(sku, { payment }));
      const card = { method: "card", cardToken: "tok_1234", lastDigits: "4242" };
      await expectForEach(
        { status: 201, send },
        {
          card,
          invoice: { method: "invoice", days: 14, reference: "R" },
          voucher: { method: "voucher", codes: ["ABC123", "ABC124", "ABC125"] },
        },
      );
      await expectForEach(
        { status: 400, send },
        {
          "no method": { days: 14 },
          "unknown method": { method: "cash" },
          "method that is a number": { method: 1 },
          "members of another method": { method: "card", days: 30 },
          "members of two methods": { ...card, days: 30 },
          "short token": { ...card, cardToken: "tok_123" },
          "token of another form": { ...card, cardToken: "token-12345" },
          "three digits": { ...card, lastDigits: "424" },
          "15 days": { method: "invoice", days: 15 },
          "invoice with another member": { method: "invoice", days: 14, urgent: true },
          "no codes": { method: "voucher", codes: [] },
          "repeated codes": { method: "voucher", codes: ["ABC123", "ABC123"] },
          "code in lower case": { method: "voucher", codes: ["abc123"] },
          "a text": "card",
        },
      );
    },
  },
  {
    name: "validates orders",
    run: async ({ first }) => {
      const sku = await createProduct(first);
      const line = { sku, quantity: 1 };
      const many = (count: number) =>
        Object.fromEntries([...Array(count).keys()].map((key) => [`k${key}`, "v"]));
      const send = (body: unknown) => order(first, body);
      await expectForEach(
        { status: 201, send },
        {
          "20 lines": newOrder(sku, { lines: Array(20).fill(line) }),
          "99 pieces": newOrder(sku, { lines: [{ ...line, quantity: 99, giftText: null }] }),
          "ten labels": newOrder(sku, { labels: many(10), note: null }),
        },
      );
      await expectForEach(
        { status: 400, send },
        {
          "no lines": newOrder(sku, { lines: [] }),
          "21 lines": newOrder(sku, { lines: Array(21).fill(line) }),
          "no pieces": newOrder(sku, { lines: [{ ...line, quantity: 0 }] }),
          "100 pieces": newOrder(sku, { lines: [{ ...line, quantity: 100 }] }),
          "half a piece": newOrder(sku, { lines: [line, { ...line, quantity: 0.5 }] }),
          "line with another member": newOrder(sku, { lines: [{ ...line, price: 1 }] }),
          "long gift text": newOrder(sku, { lines: [{ ...line, giftText: "x".repeat(121) }] }),
          "no payment": without(newOrder(sku), "payment"),
          "eleven labels": newOrder(sku, { labels: many(11) }),
          "null label": newOrder(sku, { labels: { a: null } }),
          "label that is a number": newOrder(sku, { labels: { a: 1 } }),
          "long label": newOrder(sku, { labels: { a: "x".repeat(61) } }),
          "long note": newOrder(sku, { note: "x".repeat(301) }),
          "status of the client": newOrder(sku, { status: "submitted" }),
        },
      );
      await expectForEach({ status: 422, send }, { "unknown product": newOrder("ZZ-9999") });
      expect((await first.post("/orders", newOrder(sku))).status).toBe(400);
      const headers = { "idempotency-key": "not-a-uuid" };
      expect((await first.post("/orders", newOrder(sku), headers)).status).toBe(400);
    },
  },
  {
    name: "validates patches and exports",
    run: async ({ first }) => {
      const path = await createOrder(first, await createProduct(first));
      const send = (body: unknown) => first.patch(path, body);
      await expectForEach(
        { status: 400, send },
        {
          "no member": {},
          "no lines": { lines: [] },
          payment: { payment: null },
          label: { labels: { a: 1 } },
        },
      );
      await expectForEach(
        { status: 400, send: (body) => first.post("/exports", body) },
        {
          "no subject": {},
          subject: { subject: "people" },
          delimiter: { subject: "orders", delimiter: "|" },
        },
      );
    },
  },
  {
    name: "validates parameters",
    run: async ({ first }) => {
      await expectQueries(first, 200, [
        "/products?page=1&limit=100&maxPrice=0&inStock=false&sort=-name",
        "/products?tags=a,b-2&maxPrice=1e3&unknown=1",
        "/products?page=100000",
        "/products?tags=",
        "/orders?status=draft&status=submitted",
      ]);
      await expectQueries(first, 400, [
        "/products?page=0",
        "/products?limit=0",
        "/products?limit=101",
        "/products?limit=ten",
        "/products?page=1&page=2",
        "/products?category=car",
        "/products?tags=A",
        "/products?tags=a%2Cb",
        "/products?maxPrice=-1",
        "/products?maxPrice=",
        "/products?inStock=yes",
        "/products?sort=size",
        "/products?category=%ff",
        "/products?category=%zz",
        "/orders?status=open",
        "/orders?status=draft&status=draft",
      ]);
      await expectQueries(first, 404, [
        "/products/ab-1",
        `/products/${encodeURIComponent("ÄÄ-0001")}`,
        "/orders/1",
        `/orders/${unknownId}`,
        `/exports/${unknownId}`,
        `/exports/${unknownId}/file`,
        "/nothing",
        "/products/",
        "/Products",
      ]);
      expect((await first.delete("/products/ZZ-9999")).status).toBe(404);
      expect((await first.patch(`/orders/${unknownId}`, { note: "x" })).status).toBe(404);
      expect((await first.post(`/orders/${unknownId}/submit`)).status).toBe(404);
    },
  },
];

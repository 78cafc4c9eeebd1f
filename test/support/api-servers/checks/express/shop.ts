import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Answer, Client, Content } from "../api.js";
import { nextNumber } from "../check.js";

/** A SKU that no other product has. */
export function nextSku(): string {
  const number = nextNumber();
  const letter = String.fromCharCode(65 + (Math.floor(number / 10_000) % 25));
  return `A${letter}-${String(number % 10_000).padStart(4, "0")}`;
}

/** A new product as clients write it. */
export function newProduct(more: Content = {}): Content {
  const price = { amount: 10.25, currency: "EUR" };
  return { sku: nextSku(), name: "Notes", price, category: "book", stock: 20, ...more };
}

/** Creates a product and returns its SKU. */
export async function createProduct(client: Client, more?: Content): Promise<string> {
  const { status, body } = await client.post("/products", newProduct(more));
  expect(status).toBe(201);
  return String(body.sku);
}

/** A new order of some pieces of a product. */
export function newOrder(sku: string, more: Content = {}): Content {
  return { lines: [{ sku, quantity: 2 }], payment: { method: "invoice", days: 30 }, ...more };
}

/** Sends a new order with a key of its own. */
export function order(client: Client, body: unknown): Promise<Answer> {
  return client.post("/orders", body, { "idempotency-key": randomUUID() });
}

/** Creates an order and returns its path. */
export async function createOrder(client: Client, sku: string, more?: Content): Promise<string> {
  const { status, headers } = await order(client, newOrder(sku, more));
  expect(status).toBe(201);
  return headers.location ?? "";
}

/** Waits until an export is done, at most ten seconds. */
export async function finished(client: Client, path: string): Promise<Content> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const { body } = await client.get(path);
    if (body.state === "done") return body;
  }
  throw new Error(`${path} is still running`);
}

/** An id that names nothing. */
export const unknownId = "00000000-0000-4000-8000-000000000000";

import { expect } from "vitest";
import type { Client, Content } from "../api.js";
import { type Check, objectsIn } from "../check.js";
import { createOrder, createProduct, finished, newOrder, newProduct, nextSku, order } from "./shop.js";

/** The target of a link, or undefined. */
function link(header: string | undefined, relation: string): string | undefined {
  const links = (header ?? "").split(", ").map((each) => /^<([^>]*)>; rel="(\w+)"$/.exec(each));
  return links.find((each) => each?.[2] === relation)?.[1];
}

/** All items of a list by its links; fails after 200 pages. */
async function readAll(client: Client, path: string): Promise<readonly Content[]> {
  const found: Content[] = [];
  let next: string | undefined = path;
  for (let page = 0; page < 200 && next !== undefined; page++) {
    const answer = await client.get(next);
    found.push(...objectsIn(answer.value));
    next = link(answer.headers.link, "next");
  }
  expect(next).toBeUndefined();
  return found;
}

/** Pages, filters, exports, media types and methods. */
export const httpChecks: readonly Check[] = [
  {
    name: "lists every product once, in order, whatever the size of a page",
    run: async ({ second }) => {
      const skus: string[] = [];
      for (let index = 0; index < 7; index++)
        skus.push(await createProduct(second, { category: "music", tags: ["paged", "x"] }));
      for (const limit of [1, 2, 3, 5, 7, 100]) {
        const path = `/products?tags=paged,x&category=music&limit=${limit}`;
        expect((await readAll(second, path)).map(({ sku }) => sku)).toEqual(skus);
        const { headers, value } = await second.get(path);
        expect(headers["x-total-count"]).toBe("7");
        expect(objectsIn(value).length).toBe(Math.min(limit, 7));
        const last = await second.get(link(headers.link, "last") ?? "");
        expect(objectsIn(last.value).at(-1)?.sku).toBe(skus.at(-1));
        expect(link(last.headers.link, "next")).toBeUndefined();
        expect(link(headers.link, "prev")).toBeUndefined();
        expect((await second.get(link(last.headers.link, "first") ?? "")).value).toEqual(value);
      }
      const third = await second.get("/products?category=music&tags=paged&page=3&limit=2");
      expect(objectsIn(third.value).map(({ sku }) => sku)).toEqual(skus.slice(4, 6));
      const before = await second.get(link(third.headers.link, "prev") ?? "");
      expect(objectsIn(before.value).map(({ sku }) => sku)).toEqual(skus.slice(2, 4));
      const behind = await second.get("/products?category=music&page=100000");
      expect(behind.value).toEqual([]);
    },
  },
  {
    name: "has 10 items on a page by default",
    run: async ({ second }) => {
      for (let index = 0; index < 11; index++) await createProduct(second, { tags: ["eleven"] });
      expect(objectsIn((await second.get("/products?tags=eleven")).value).length).toBe(10);
    },
  },
  {
    name: "filters and sorts products",
    run: async ({ first }) => {
      const price = (amount: number) => ({ price: { amount, currency: "USD" } });
      const ant = await createProduct(first, { name: "ant", tags: ["sorted", "a"], ...price(3) });
      const bee = await createProduct(first, { name: "Bee", tags: ["sorted", "b"], ...price(2), stock: 0 });
      const cat = await createProduct(first, { name: "cat", tags: ["sorted", "a", "b"], ...price(4) });
      const skus = async (query: string) =>
        (await readAll(first, `/products?tags=sorted${query}`)).map(({ sku }) => sku);
      expect(await skus("")).toEqual([ant, bee, cat]);
      expect(await skus("&sort=name")).toEqual([bee, ant, cat]);
      expect(await skus("&sort=-name")).toEqual([cat, ant, bee]);
      expect(await skus("&sort=price&limit=2")).toEqual([bee, ant, cat]);
      expect(await skus("&sort=-price")).toEqual([cat, ant, bee]);
      expect(await skus(",a,b")).toEqual([cat]);
      expect(await skus("&maxPrice=3")).toEqual([ant, bee]);
      expect(await skus("&inStock=true")).toEqual([ant, cat]);
      expect(await skus("&inStock=false")).toEqual([bee]);
      expect(await skus("&category=game")).toEqual([]);
    },
  },
  {
    name: "filters orders by status",
    run: async ({ first }) => {
      const sku = await createProduct(first);
      const [draft, submitted] = [await createOrder(first, sku), await createOrder(first, sku)];
      await first.post(`${submitted}/submit`);
      const paths = async (query: string) =>
        (await readAll(first, `/orders?limit=100${query}`)).map(({ id }) => `/orders/${id}`);
      expect(await paths("&status=draft")).toContain(draft);
      expect(await paths("&status=draft")).not.toContain(submitted);
      expect(await paths("&status=submitted")).toContain(submitted);
      expect(await paths("&status=draft&status=submitted")).toEqual(await paths(""));
    },
  },
  {
    name: "refuses orders in several currencies",
    run: async ({ first }) => {
      const euro = await createProduct(first);
      const dollar = await createProduct(first, { price: { amount: 1, currency: "USD" } });
      const lines = [euro, dollar].map((sku) => ({ sku, quantity: 1 }));
      expect((await order(first, newOrder(euro, { lines }))).status).toBe(422);
    },
  },
  {
    name: "exports what there is as comma-separated values",
    run: async ({ second }) => {
      const [quoted, plain] = [nextSku(), nextSku()];
      await createProduct(second, { sku: quoted, name: 'One, "two"; three', stock: 1 });
      await createProduct(second, { sku: plain, name: "Größe", stock: 2 });
      const comma = await createProduct(second, { name: "One, two", stock: 3 });
      const made = await second.post("/exports", { subject: "products" });
      expect(made).toMatchObject({
        status: 202,
        body: { subject: "products", state: "running", rows: null },
      });
      const path = made.headers.location ?? "";
      expect((await second.get(`${path}/file`)).status).toBe(409);
      await createProduct(second, { name: "Too late" });
      const done = await finished(second, path);
      const { status, headers, text } = await second.get(`${path}/file`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
      const rows = text.split("\r\n");
      expect(rows[0]).toBe("sku,name,amount,currency,stock");
      expect(rows).toContain(`${quoted},"One, ""two""; three",10.25,EUR,1`);
      expect(rows).toContain(`${plain},Größe,10.25,EUR,2`);
      expect(rows).toContain(`${comma},"One, two",10.25,EUR,3`);
      expect(rows.length).toBe(Number(done.rows) + 2);
      expect(text).not.toContain("Too late");
      const other = await second.post("/exports", { subject: "orders", delimiter: ";" });
      await finished(second, other.headers.location ?? "");
      const orders = await second.get(`${other.headers.location}/file`);
      expect(orders.text.startsWith("id;status;amount;currency\r\n")).toBe(true);
    },
  },
  {
    name: "serves HEAD wherever it serves GET, and refuses other methods",
    run: async ({ first, stranger }) => {
      const sku = await createProduct(first);
      const path = await createOrder(first, sku);
      const file = (await first.post("/exports", { subject: "orders" })).headers.location ?? "";
      await finished(first, file);
      const allowed = {
        "/products": "GET, HEAD, POST",
        [`/products/${sku}`]: "GET, HEAD, DELETE",
        "/orders": "GET, HEAD, POST",
        [path]: "GET, HEAD, PATCH",
        [`${path}/submit`]: "POST",
        "/exports": "POST",
        [file]: "GET, HEAD",
        [`${file}/file`]: "GET, HEAD",
      };
      for (const [each, allow] of Object.entries(allowed)) {
        if (allow.includes("HEAD")) expect(await first.head(each)).toMatchObject({ status: 200, text: "" });
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
          if (allow.includes(method)) continue;
          expect(await stranger.send({ method, path: each })).toMatchObject({
            status: 405,
            headers: { allow },
          });
          expect((await first.send({ method, path: each })).status).toBe(405);
        }
      }
      expect((await first.get(`/products/${sku}`)).status).toBe(200);
    },
  },
  {
    name: "answers in the media type that the client accepts, or 406",
    run: async ({ first }) => {
      for (const accept of ["text/html", "application/json;q=0, text/*", "image/*"])
        expect((await first.get("/products", { accept })).status).toBe(406);
      for (const accept of ["*/*", "text/html, application/*;q=0.1", "application/json"])
        expect((await first.get("/products", { accept })).status).toBe(200);
      const file = (await first.post("/exports", { subject: "orders" })).headers.location ?? "";
      await finished(first, file);
      expect((await first.get(`${file}/file`, { accept: "text/csv" })).status).toBe(200);
      expect((await first.get(`${file}/file`, { accept: "application/json" })).status).toBe(406);
    },
  },
  {
    name: "reads bodies by their media type",
    run: async ({ first }) => {
      const path = await createOrder(first, await createProduct(first));
      const types = ["text/plain", "application/xml", "application/json; charset=utf-16"];
      for (const type of [...types, "application/merge-patch+json"])
        expect((await first.post("/products", newProduct(), { "content-type": type })).status).toBe(415);
      expect((await first.patch(path, { note: "x" }, { "content-type": "application/json" })).status).toBe(
        415,
      );
      const encoded = { "content-encoding": "gzip" };
      expect((await first.post("/products", newProduct(), encoded)).status).toBe(415);
      const type = 'Application/JSON; charset="UTF-8"';
      expect((await first.post("/products", newProduct(), { "content-type": type })).status).toBe(201);
      const [one, two] = [nextSku(), nextSku()];
      const twice = JSON.stringify(newProduct({ sku: two })).replace("{", `{"sku":"${one}",`);
      expect((await first.post("/products", twice)).body.sku).toBe(two);
      const text = JSON.stringify(newProduct());
      expect((await first.post("/products", text + " ".repeat(32_768 - text.length))).status).toBe(201);
      expect((await first.post("/products", " ".repeat(32_769))).status).toBe(413);
      expect((await first.post("/products")).status).toBe(400);
      expect((await first.post(`${path}/submit`, "{")).status).toBe(400);
      expect((await first.get(path)).body.status).toBe("draft");
    },
  },
];

import { expect } from "vitest";
import type { Client, Content } from "../api.js";
import { type Check, nextNumber, objectsIn } from "../check.js";
import { createArticle, move, newArticle, newComment, publishArticle } from "./newsroom.js";

/** All items of a list, page by page; each page must say the same total. */
async function readAll(client: Client, path: string, limit: number): Promise<readonly Content[]> {
  const found: Content[] = [];
  for (let offset = 0; offset < 1000; offset += limit) {
    const { status, body } = await client.get(`${path}limit=${limit}&offset=${offset}`);
    expect(status).toBe(200);
    expect(body.offset).toBe(offset);
    const items = objectsIn(body, "items");
    expect(items.length).toBe(Math.min(limit, Math.max(0, Number(body.total) - offset)));
    found.push(...items);
    if (found.length >= Number(body.total)) return found;
  }
  throw new Error(`${path} doesn't end`);
}

/** Pages, filters, preconditions, media types and methods. */
export const httpChecks: readonly Check[] = [
  {
    name: "lists every article once, in order, whatever the size of a page",
    run: async ({ second }) => {
      const slugs: unknown[] = [];
      for (const title of ["zeta", "alpha", "mid", "beta", "omega"])
        slugs.push((await createArticle(second, { title, tags: ["paged"] })).article.slug);
      for (const limit of [1, 2, 3, 5, 50]) {
        const found = await readAll(second, "/articles?tag=paged&", limit);
        expect(found.map(({ slug }) => slug)).toEqual(slugs);
      }
      const path = await publishArticle(second);
      const ids: unknown[] = [];
      for (let index = 0; index < 21; index++)
        ids.push((await second.post(`${path}/comments`, newComment)).body.id);
      for (const limit of [2, 20, 50])
        expect((await readAll(second, `${path}/comments?`, limit)).map(({ id }) => id)).toEqual(ids);
      expect(objectsIn((await second.get(`${path}/comments`)).body, "items").length).toBe(20);
    },
  },
  {
    name: "filters articles",
    run: async ({ first }) => {
      const tag = `filter-${nextNumber()}`;
      const draft = await createArticle(first, { title: "The RAIN in Spain", tags: [tag, "größe"] });
      const published = await createArticle(first, { title: "Sun", tags: [tag, "x"] });
      await move(first, published.path, "published");
      const { body } = await first.get(published.path);
      const slugs = async (query: string) =>
        (await readAll(first, `/articles?tag=${tag}&${query}`, 50)).map(({ slug }) => slug);
      const [one, two] = [draft.article.slug, published.article.slug];
      expect(await slugs("")).toEqual([one, two]);
      expect(await slugs("state=draft&")).toEqual([one]);
      expect(await slugs("state=published&")).toEqual([two]);
      expect(await slugs("tag=gr%C3%B6%C3%9Fe&")).toEqual([one]);
      expect(await slugs("tag=x&tag=other&")).toEqual([]);
      expect(await slugs("q=rain+in&")).toEqual([one]);
      expect(await slugs("q=Rain%20IN&")).toEqual([one]);
      expect(await slugs(`updatedSince=${body.updatedAt}&`)).toContain(two);
      const later = new Date(Date.parse(String(body.updatedAt)) + 1).toISOString();
      expect(await slugs(`updatedSince=${later}&`)).toEqual([]);
      const offset = (hours: number) =>
        new Date(Date.parse(later) + hours * 3_600_000).toISOString().slice(0, -1);
      expect(await slugs(`updatedSince=${offset(2)}%2B02:00&`)).toEqual([]);
      expect(await slugs(`updatedSince=${offset(1)}%2B02:00&`)).toEqual([one, two]);
      expect(await slugs(`updatedSince=${offset(-2)}-02:00&`)).toEqual([]);
    },
  },
  {
    name: "counts the articles with a tag, whatever its letters",
    run: async ({ first }) => {
      for (const tag of [`größe/${nextNumber()}`, "a+b", "100%?", "𝄞"]) {
        await createArticle(first, { tags: [tag, "other"] });
        await createArticle(first, { tags: [tag] });
        const { body } = await first.get(`/tags/${encodeURIComponent(tag)}`);
        expect(body).toEqual({ tag, articles: 2 });
      }
      expect((await first.get("/tags/a+b")).body).toEqual({ tag: "a+b", articles: 2 });
    },
  },
  {
    name: "answers conditional reads",
    run: async ({ first }) => {
      const { path, etag } = await createArticle(first);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const unchanged = await first.get(path, { "if-none-match": tags });
        expect(unchanged).toMatchObject({ status: 304, text: "" });
        expect(unchanged.headers.etag).toBe(etag);
      }
      const changed = await first.patch(path, { title: "Changed" });
      expect(changed.headers.etag).not.toBe(etag);
      const read = await first.get(path, { "if-none-match": etag });
      expect(read).toMatchObject({ status: 200, body: changed.body });
      expect(read.headers.etag).toBe(changed.headers.etag);
      const moved = await first.post(`${path}/transitions`, { to: "published" });
      expect(moved.headers.etag).not.toBe(changed.headers.etag);
    },
  },
  {
    name: "changes only what the client has read",
    run: async ({ first }) => {
      const { path, etag, article } = await createArticle(first);
      const other = { "if-match": '"other"' };
      expect((await first.put(path, newArticle(), other)).status).toBe(412);
      expect((await first.put(path, newArticle(), { "if-match": `W/${etag}` })).status).toBe(412);
      expect((await first.put(path, newArticle(), { "if-none-match": "*" })).status).toBe(412);
      expect((await first.patch(path, { title: "x" }, other)).status).toBe(412);
      expect((await first.delete(path, other)).status).toBe(412);
      expect((await first.get(path)).body).toEqual(article);
      const patched = await first.patch(path, { title: "New" }, { "if-match": `"other", ${etag}` });
      expect(patched.status).toBe(200);
      expect((await first.delete(path, { "if-match": etag })).status).toBe(412);
      expect((await first.delete(path, { "if-match": "*" })).status).toBe(204);
      expect((await first.put(path, newArticle(), { "if-match": "*" })).status).toBe(412);
      const created = await first.put(path, newArticle(), { "if-none-match": "*" });
      expect(created.status).toBe(201);
      expect([etag, patched.headers.etag]).not.toContain(created.headers.etag);
    },
  },
  {
    name: "serves HEAD wherever it serves GET, and refuses other methods",
    run: async ({ first, stranger }) => {
      const path = await publishArticle(first);
      const comment = (await first.post(`${path}/comments`, newComment)).headers.location ?? "";
      await createArticle(first, { tags: ["methods"] });
      const allowed = {
        "/articles": "GET, HEAD, POST",
        [path]: "GET, HEAD, PUT, PATCH, DELETE",
        [`${path}/transitions`]: "POST",
        [`${path}/comments`]: "GET, HEAD, POST",
        [comment]: "GET, HEAD, DELETE",
        "/tags/methods": "GET, HEAD",
      };
      for (const [each, allow] of Object.entries(allowed)) {
        if (allow.includes("HEAD")) expect(await first.head(each)).toMatchObject({ status: 200, text: "" });
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
          if (allow.includes(method)) continue;
          expect(await stranger.send({ method, path: each })).toMatchObject({
            status: 405,
            headers: { allow },
          });
          expect((await first.send({ method, path: each })).status).toBe(405);
        }
      }
      expect((await first.get(path)).status).toBe(200);
    },
  },
  {
    name: "answers with JSON if the client accepts it, or 406",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      for (const accept of ["text/html", "application/json;q=0, */*", "image/*"])
        expect((await first.get(path, { accept })).status).toBe(406);
      for (const accept of ["*/*", "text/html, application/*;q=0.1", "application/json"])
        expect((await first.get(path, { accept })).status).toBe(200);
    },
  },
  {
    name: "reads bodies by their media type",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      const types = ["text/plain", "application/xml", "application/json; charset=utf-16"];
      for (const type of [...types, "application/merge-patch+json"])
        expect((await first.post("/articles", newArticle(), { "content-type": type })).status).toBe(415);
      expect((await first.patch(path, { title: "x" }, { "content-type": "application/json" })).status).toBe(
        415,
      );
      const type = 'Application/JSON; charset="UTF-8"';
      expect((await first.post("/articles", newArticle(), { "content-type": type })).status).toBe(201);
      const text = JSON.stringify(newArticle());
      expect((await first.post("/articles", text + " ".repeat(100_000 - text.length))).status).toBe(201);
      expect((await first.post("/articles", " ".repeat(100_001))).status).toBe(413);
      expect((await first.post("/articles")).status).toBe(415);
    },
  },
  {
    name: "says what is wrong, and nothing of itself",
    run: async ({ first }) => {
      const invalid = await first.post("/articles", newArticle({ authors: [{ name: "Ida", "a/b~": 1 }] }));
      expect(invalid.body).toMatchObject({ status: 422, errors: [{ pointer: "/authors/0/a~1b~0" }] });
      const malformed = await first.post("/articles", "{");
      expect(malformed.text).not.toMatch(/Error|\.py|Traceback/);
    },
  },
];

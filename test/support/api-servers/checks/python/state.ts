import { expect } from "vitest";
import { type Check, nextNumber, objectsIn, without } from "../check.js";
import { createArticle, move, newArticle, newComment, publishArticle } from "./newsroom.js";

/** What is stored, for whom, and who may change it. */
export const stateChecks: readonly Check[] = [
  {
    name: "creates, reads, lists and deletes an article",
    run: async ({ first }) => {
      const given = newArticle({
        title: `Größe 𝄞 ${nextNumber()}`,
        tags: ["ü/x"],
        lead: { kind: "image", url: "https://a.example/1", alt: "A street", width: 640 },
      });
      const created = await first.post("/articles", given);
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        ...given,
        priority: 3,
        embargoUntil: null,
        sources: [],
        state: "draft",
        revision: 1,
        publishedAt: null,
      });
      const path = created.headers.location ?? "";
      expect(path).toBe(`/articles/${created.body.slug}`);
      expect((await first.get(path)).body).toEqual(created.body);
      expect(objectsIn((await first.get("/articles?tag=%C3%BC/x")).body, "items")).toContainEqual(
        created.body,
      );
      expect(await first.delete(path)).toMatchObject({ status: 204, text: "" });
      expect((await first.get(path)).status).toBe(404);
      expect((await first.delete(path)).status).toBe(404);
      expect((await first.get("/articles?tag=%C3%BC/x")).body).toMatchObject({ total: 0, items: [] });
    },
  },
  {
    name: "gives articles with the same title slugs of their own",
    run: async ({ first }) => {
      const title = `Same ${nextNumber()}`;
      const [one, two] = [await createArticle(first, { title }), await createArticle(first, { title })];
      expect(one.path).not.toBe(two.path);
      expect((await first.get(one.path)).body).toEqual(one.article);
      expect((await first.get(two.path)).body).toEqual(two.article);
    },
  },
  {
    name: "takes nothing from clients that only it writes",
    run: async ({ first }) => {
      const given = newArticle({ state: "published", revision: 9, slug: "other-slug" });
      const { body } = await first.post("/articles", given);
      expect(body).toMatchObject({ state: "draft", revision: 1 });
      expect(body.slug).not.toBe("other-slug");
      const put = await first.put(`/articles/${body.slug}`, { ...given, title: "New" });
      expect(put.body).toMatchObject({ state: "draft", revision: 2, slug: body.slug });
    },
  },
  {
    name: "creates and replaces an article by PUT, as often as it is sent",
    run: async ({ first }) => {
      const path = `/articles/put-${nextNumber()}`;
      const given = newArticle({
        tags: ["a"],
        priority: 5,
        lead: { kind: "quote", text: "0123456789", by: "Ida" },
      });
      const created = await first.put(path, given);
      expect(created).toMatchObject({ status: 201, body: given, headers: { location: path } });
      const again = await first.put(path, given);
      expect(again).toMatchObject({ status: 200, body: created.body });
      expect(again.headers.etag).toBe(created.headers.etag);
      const other = newArticle();
      const replaced = await first.put(path, other);
      expect(replaced.body).toMatchObject({ ...other, tags: [], priority: 3, revision: 2 });
      expect(replaced.body).not.toHaveProperty("lead");
      expect((await first.get(path)).body).toEqual(replaced.body);
    },
  },
  {
    name: "patches an article, member by member",
    run: async ({ first }) => {
      const more = { tags: ["a"], priority: 5, sources: ["https://a.example/"] };
      const { path, article } = await createArticle(first, more);
      const patched = await first.patch(path, { title: "New", priority: 4 });
      expect(without(patched.body, "updatedAt")).toEqual({
        ...without(article, "updatedAt"),
        title: "New",
        priority: 4,
        revision: 2,
      });
      expect((await first.get(path)).body).toEqual(patched.body);
      const reset = await first.patch(path, { tags: null, priority: null, embargoUntil: null });
      expect(reset.body).toMatchObject({ tags: [], priority: 3, sources: more.sources, title: "New" });
      const same = await first.patch(path, { title: "New" });
      expect(same.body).toEqual(reset.body);
      expect((await first.get(path)).body).toEqual(reset.body);
    },
  },
  {
    name: "moves an article from state to state",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      const to = async (state: string) => (await first.post(`${path}/transitions`, { to: state })).status;
      expect(await to("archived")).toBe(409);
      expect(await to("draft")).toBe(409);
      const published = await first.post(`${path}/transitions`, { to: "published", reason: "It is ready." });
      expect(published.body).toMatchObject({
        state: "published",
        publishedAt: expect.any(String),
        revision: 2,
      });
      expect((await first.get(path)).body).toEqual(published.body);
      expect(await to("published")).toBe(409);
      expect((await first.delete(path)).status).toBe(409);
      expect(await to("archived")).toBe(200);
      expect((await first.patch(path, { title: "Late" })).status).toBe(409);
      expect((await first.put(path, newArticle())).status).toBe(409);
      expect(await to("draft")).toBe(200);
      expect((await first.patch(path, { title: "In time" })).status).toBe(200);
      expect((await first.delete(path)).status).toBe(204);
    },
  },
  {
    name: "keeps comments on published articles",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      expect((await first.post(`${path}/comments`, newComment)).status).toBe(409);
      await move(first, path, "published");
      const one = await first.post(`${path}/comments`, newComment);
      expect(one.body).toMatchObject({ ...newComment, replyTo: null, rating: 0 });
      expect((await first.get(one.headers.location ?? "")).body).toEqual(one.body);
      const reply = await first.post(`${path}/comments`, { ...newComment, replyTo: one.body.id, rating: 1 });
      expect((await first.post(`${path}/comments`, { ...newComment, replyTo: 999_999 })).status).toBe(422);
      const listed = await first.get(`${path}/comments`);
      expect(listed.body).toEqual({ total: 2, offset: 0, items: [one.body, reply.body] });
      expect((await first.delete(one.headers.location ?? "")).status).toBe(409);
      expect((await first.delete(reply.headers.location ?? "")).status).toBe(204);
      expect((await first.get(reply.headers.location ?? "")).status).toBe(404);
      expect((await first.get(`${path}/comments`)).body).toEqual({ total: 1, offset: 0, items: [one.body] });
      const next = await first.post(`${path}/comments`, newComment);
      expect(Number(next.body.id)).toBeGreaterThan(Number(reply.body.id));
      const elsewhere = await publishArticle(first);
      expect((await first.get(`${elsewhere}/comments/${one.body.id}`)).status).toBe(404);
      await move(first, path, "archived");
      expect((await first.post(`${path}/comments`, newComment)).status).toBe(409);
    },
  },
  {
    name: "shows a tenant nothing of another one",
    run: async ({ first, second }) => {
      const tag = `tenant-${nextNumber()}`;
      const { path, article } = await createArticle(first, { tags: [tag] });
      expect((await second.get(path)).status).toBe(404);
      expect((await second.patch(path, { title: "mine" })).status).toBe(404);
      expect((await second.post(`${path}/transitions`, { to: "published" })).status).toBe(404);
      expect((await second.get(`${path}/comments`)).status).toBe(404);
      expect((await second.delete(path)).status).toBe(404);
      expect((await second.get(`/tags/${tag}`)).status).toBe(404);
      expect((await second.get(`/articles?tag=${tag}`)).body.total).toBe(0);
      const own = await second.put(path, newArticle({ title: "Theirs" }));
      expect(own).toMatchObject({ status: 201, body: { revision: 1 } });
      expect((await first.get(path)).body).toEqual(article);
      await move(first, path, "published");
      await move(second, path, "published");
      const comment = await first.post(`${path}/comments`, newComment);
      expect((await second.get(`${path}/comments`)).body.total).toBe(0);
      expect((await second.delete(comment.headers.location ?? "")).status).toBe(404);
    },
  },
  {
    name: "lets only editors write, and only those with a token read",
    run: async ({ first, reader, stranger, withHeaders }) => {
      const path = await publishArticle(first);
      const { body } = await first.get(path);
      const comment = (await first.post(`${path}/comments`, newComment)).headers.location ?? "";
      await first.post("/articles", newArticle({ tags: ["guarded"] }));
      const with401 = ["daily", "d", "DAILY-EDITOR-TOKEN", "daily-editor-tokenx"].map((token) =>
        withHeaders({ authorization: `Bearer ${token}` }),
      );
      for (const client of [reader, stranger, ...with401]) {
        const status = client === reader ? 403 : 401;
        expect((await client.post("/articles", newArticle())).status).toBe(status);
        expect((await client.post("/articles", "{")).status).toBe(status);
        expect((await client.put(path, newArticle())).status).toBe(status);
        expect((await client.patch(path, { title: "x" })).status).toBe(status);
        expect((await client.post(`${path}/transitions`, { to: "archived" })).status).toBe(status);
        expect((await client.post(`${path}/comments`, newComment)).status).toBe(status);
        expect((await client.delete(comment)).status).toBe(status);
        expect((await client.delete(path)).status).toBe(status);
        const read = client === reader ? 200 : 401;
        for (const each of ["/articles", path, `${path}/comments`, comment, "/tags/guarded"])
          expect((await client.get(each)).status).toBe(read);
      }
      expect((await first.get(path)).body).toEqual(body);
      const lower = withHeaders({ authorization: "bearer daily-editor-token" });
      expect((await lower.get(path)).status).toBe(200);
    },
  },
];

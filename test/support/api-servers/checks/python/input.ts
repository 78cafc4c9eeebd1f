import { expect } from "vitest";
import { type Check, expectForEach, expectQueries, without } from "../check.js";
import { createArticle, newArticle, newComment, publishArticle } from "./newsroom.js";

const link = "https://a.example/";

/** What the server accepts and refuses. */
export const inputChecks: readonly Check[] = [
  {
    name: "accepts articles at the limits of the document",
    run: async ({ first }) => {
      const author = { name: "Ida", email: "i.d@a-b.example", byline: false };
      await expectForEach(
        { status: 201, send: (body) => first.post("/articles", body) },
        {
          "shortest title": newArticle({ title: "𝄞", body: "" }),
          "longest title": newArticle({ title: "𝄞".repeat(120), body: "ü".repeat(20_000) }),
          "five authors": newArticle({ authors: Array(5).fill(author) }),
          "eight tags": newArticle({ tags: ["a", "b", "c", "d", "e", "f", "/ü?#", "𝄞".repeat(30)] }),
          "lowest priority": newArticle({ priority: 1 }),
          "highest priority": newArticle({ priority: 5 }),
          "integer with a fraction of zero": JSON.stringify(newArticle({ priority: 3 })).replace(
            ":3}",
            ":3.0}",
          ),
          "no embargo": newArticle({ embargoUntil: null, sources: [link, link, link] }),
          embargo: newArticle({ embargoUntil: "2028-02-29t23:59:00.25-05:30" }),
          image: newArticle({ lead: { kind: "image", url: link, alt: "A street", width: 4000 } }),
          "image without width": newArticle({ lead: { kind: "image", url: link, alt: "A street" } }),
          quote: newArticle({ lead: { kind: "quote", text: "0123456789", by: null } }),
          "what only the server writes": newArticle({ state: "archived", revision: 7, slug: "my-slug" }),
        },
      );
    },
  },
  {
    name: "refuses articles beyond the limits of the document",
    run: async ({ first }) => {
      const quote = { kind: "quote", text: "0123456789", by: null };
      const image = { kind: "image", url: link, alt: "A street" };
      const send = (body: unknown) => first.post("/articles", body);
      await expectForEach(
        { status: 422, send },
        {
          "empty title": newArticle({ title: "" }),
          "long title": newArticle({ title: "x".repeat(121) }),
          "title that is a number": newArticle({ title: 12 }),
          "null title": newArticle({ title: null }),
          "no body": without(newArticle(), "body"),
          "long body": newArticle({ body: "x".repeat(20_001) }),
          "no authors": newArticle({ authors: [] }),
          "six authors": newArticle({ authors: Array(6).fill({ name: "Ida" }) }),
          "second author without a name": newArticle({ authors: [{ name: "Ida" }, {}] }),
          "author with another member": newArticle({ authors: [{ name: "Ida", age: 3 }] }),
          "email without a host": newArticle({ authors: [{ name: "Ida", email: "nobody" }] }),
          "email with more behind it": newArticle({ authors: [{ name: "Ida", email: "a@b.example x" }] }),
          "byline of 1": newArticle({ authors: [{ name: "Ida", byline: 1 }] }),
          "null email": newArticle({ authors: [{ name: "Ida", email: null }] }),
          "unknown language": newArticle({ language: "fr" }),
          "language in upper case": newArticle({ language: "EN" }),
          "repeated tags": newArticle({ tags: ["a", "a"] }),
          "nine tags": newArticle({ tags: [..."abcdefghi"] }),
          "empty tag": newArticle({ tags: ["a", ""] }),
          "priority of 0": newArticle({ priority: 0 }),
          "priority of 6": newArticle({ priority: 6 }),
          "priority with a fraction": newArticle({ priority: 2.5 }),
          "priority of true": newArticle({ priority: true }),
          "priority in a text": newArticle({ priority: "3" }),
          "null priority": newArticle({ priority: null }),
          "huge priority": JSON.stringify(newArticle({ priority: 3 })).replace(":3}", ":1e400}"),
          "long priority": JSON.stringify(newArticle({ priority: 3 })).replace(
            ":3}",
            `:${"9".repeat(4000)}}`,
          ),
          "30 February": newArticle({ embargoUntil: "2027-02-30T00:00:00Z" }),
          "time without an offset": newArticle({ embargoUntil: "2027-02-03T00:00:00" }),
          "source without TLS": newArticle({ sources: ["http://a.example"] }),
          "four sources": newArticle({ sources: [link, link, link, link] }),
          "unknown kind of lead": newArticle({ lead: { kind: "video" } }),
          "kind that is a list": newArticle({ lead: { kind: ["image"] } }),
          "members of another kind": newArticle({ lead: { ...quote, kind: "image" } }),
          "members of two kinds": newArticle({ lead: { ...quote, ...image } }),
          "quote without by": newArticle({ lead: without(quote, "by") }),
          "short quote": newArticle({ lead: { ...quote, text: "012345678" } }),
          "image with an odd width": newArticle({ lead: { ...image, width: 50 } }),
          "narrow image": newArticle({ lead: { ...image, width: 20 } }),
          "null lead": newArticle({ lead: null }),
          "unknown state": newArticle({ state: "lost" }),
          "unknown member": newArticle({ publishedAt: null }),
          "`__proto__`": JSON.stringify(newArticle()).replace("{", '{"__proto__":{},'),
          "a list": [newArticle()],
          "a number": 5,
          null: null,
        },
      );
      await expectForEach(
        { status: 400, send },
        {
          empty: "",
          "half an object": '{"title":',
          "a repeated key": JSON.stringify(newArticle()).replace("{", '{"title":"First",'),
          "not a number": JSON.stringify(newArticle({ priority: 3 })).replace(":3}", ":NaN}"),
          "deep nesting": "[".repeat(90_000),
          "not UTF-8": Buffer.from(JSON.stringify(newArticle({ title: "Größe" })), "latin1"),
        },
      );
    },
  },
  {
    name: "validates patches, transitions and comments",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      await expectForEach(
        { status: 422, send: (body) => first.patch(path, body) },
        {
          "no member": {},
          "null title": { title: null },
          lead: { lead: null },
          "long title": { title: "x".repeat(121) },
          "read-only member": { state: "published" },
        },
      );
      await expectForEach(
        { status: 422, send: (body) => first.post(`${path}/transitions`, body) },
        { "no state": {}, "unknown state": { to: "lost" }, "empty reason": { to: "published", reason: "" } },
      );
      const published = await publishArticle(first);
      const send = (body: unknown) => first.post(`${published}/comments`, body);
      await expectForEach(
        { status: 201, send },
        {
          "lowest rating": { ...newComment, rating: -1 },
          "no reply": { ...newComment, replyTo: null, rating: 1 },
        },
      );
      await expectForEach(
        { status: 422, send },
        {
          "no text": { author: "Reader" },
          "long author": { ...newComment, author: "x".repeat(61) },
          "rating of 2": { ...newComment, rating: 2 },
          "reply to nothing": { ...newComment, replyTo: 999_999 },
          "reply to 0": { ...newComment, replyTo: 0 },
          "id of the client": { ...newComment, id: 1 },
        },
      );
    },
  },
  {
    name: "validates parameters",
    run: async ({ first }) => {
      const { path } = await createArticle(first);
      await expectQueries(first, 200, [
        "/articles?offset=0&limit=50&state=archived",
        "/articles?tag=a&tag=%F0%9D%84%9E&q=x",
        "/articles?updatedSince=2027-01-01T00:00:00%2B01:00",
        `${path}/comments?offset=10000&limit=1`,
      ]);
      await expectQueries(first, 400, [
        "/articles?offset=-1",
        "/articles?offset=1.5",
        "/articles?limit=0",
        "/articles?limit=51",
        "/articles?limit=ten",
        "/articles?limit=1&limit=2",
        "/articles?state=lost",
        "/articles?tag=",
        "/articles?q=",
        "/articles?updatedSince=yesterday",
        "/articles?updatedSince=2027-01-01T00:00:00",
        "/articles?unknown=1",
        "/articles?q=%ff",
        "/articles?q=%zz",
        "/articles/%zz",
        `${path}/comments?limit=51`,
        `${path}?limit=1`,
      ]);
      await expectQueries(first, 404, [
        "/articles/No-Such",
        "/articles/ab",
        "/articles/no-such-article",
        `${path}/comments/0`,
        `${path}/comments/abc`,
        `${path}/comments/999999`,
        "/tags/no-such-tag",
        "/nothing",
        "/articles/",
      ]);
      const put = await first.put("/articles/Not-A-Slug", newArticle());
      expect(put.status).toBe(404);
      for (const id of ["short", "has a space in it", "x".repeat(65)])
        expect((await first.get("/articles", { "x-request-id": id })).status).toBe(400);
      const answer = await first.get("/articles", { "x-request-id": "request-1234" });
      expect(answer.headers["x-request-id"]).toBe("request-1234");
    },
  },
];

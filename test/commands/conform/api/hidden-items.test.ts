import { describe, expect, it } from "vitest";
import { failures } from "../../../support/commands/conform/api/run-shop.js";
import {
  runSmall,
  type SmallAnswer,
  type SmallRequest,
} from "../../../support/commands/conform/api/small-api.js";

const contract = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - { name: trashed, in: query, schema: { type: string, enum: ["true", "false"], default: "false" } }
        - { name: limit, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
      responses:
        "200": { description: notes, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } }
        "400": { description: refused }
    post:
      operationId: addNote
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { description: refused }
        "415": { description: refused }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses:
        "200": { description: one, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "404": { description: unknown }
    delete:
      operationId: deleteNote
      description: Moves a note to the trash. One that is in the trash already is deleted for good.
      responses:
        "204": { description: moved }
        "404": { description: unknown }
components:
  schemas:
    Note:
      type: object
      required: [id, text, trashed]
      properties: { id: { type: string }, text: { type: string }, trashed: { type: boolean } }
`;

interface Note {
  readonly id: string;
  readonly text: string;
  readonly trashed: boolean;
}

/** A server that keeps what was deleted. */
class Notes {
  readonly #notes = new Map<string, Note>();

  constructor(readonly ignoresDelete: boolean) {}

  answer = ({ method, path, query, body, headers }: SmallRequest): SmallAnswer => {
    const id = /^\/notes\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) return this.#one(method, id);
    if (path !== "/notes") return { status: 404 };
    if (method === "GET" || method === "HEAD") return this.#list(query);
    if (method !== "POST") return { status: 405, headers: { allow: "GET, HEAD, POST" } };
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) return { status: 415 };
    const { text } = Object(body) as { readonly text?: unknown };
    if (typeof text !== "string" || text === "") return { status: 400 };
    const note = { id: `note-${(this.#notes.size + 1) * 7}`, text, trashed: false };
    this.#notes.set(note.id, note);
    return { status: 201, body: note };
  };

  #one(method: string, id: string): SmallAnswer {
    const note = this.#notes.get(id);
    if (method === "GET" || method === "HEAD") return note ? { status: 200, body: note } : { status: 404 };
    if (method !== "DELETE") return { status: 405, headers: { allow: "GET, HEAD, DELETE" } };
    if (note === undefined) return { status: 404 };
    if (this.ignoresDelete) return { status: 204 };
    if (note.trashed) this.#notes.delete(id);
    else this.#notes.set(id, { ...note, trashed: true });
    return { status: 204 };
  }

  #list(query: URLSearchParams): SmallAnswer {
    const limit = query.get("limit") ?? "";
    const trashed = query.get("trashed") ?? "false";
    if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) return { status: 400 };
    if (trashed !== "true" && trashed !== "false") return { status: 400 };
    const all = [...this.#notes.values()].filter((note) => String(note.trashed) === trashed).reverse();
    return { status: 200, body: all.slice(0, Number(limit)) };
  }
}

describe("a deletion that moves an item to a trash", () => {
  it("is no deletion, and neither the trash nor a required page is a finding", async () => {
    const report = await runSmall(contract, new Notes(false).answer);
    expect(failures(report)).toEqual([]);
    const deleted = report.results.filter(({ clause }) => /^deleted-/.test(clause));
    expect(deleted.map(({ id, result }) => [id, result])).toEqual([
      ["deleted-gone/deleteNote", "inconclusive"],
      ["deleted-unlisted/deleteNote", "inconclusive"],
      ["deleted-twice/deleteNote", "inconclusive"],
    ]);
  });

  it("is a finding if it changes nothing", async () => {
    const report = await runSmall(contract, new Notes(true).answer);
    expect(failures(report)).toContain(
      "deleted-gone/deleteNote (must): the server still shows what deleteNote deleted",
    );
  });
});

/** A contract of articles, of which new ones are drafts. */
function articles(list: string): string {
  return `openapi: 3.1.0
info: { title: Articles, version: "1" }
paths:
  /articles:
    get:
      operationId: listArticles
${list}
        - { name: text, in: query, schema: { type: string, minLength: 1 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 25 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses:
        "200": { description: articles, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Article" } } } } }
        "400": { description: refused }
    post:
      operationId: addArticle
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "400": { description: refused }
        "415": { description: refused }
  /articles/{articleId}:
    parameters: [{ name: articleId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getArticle
      responses:
        "200": { description: one, content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "404": { description: unknown }
components:
  schemas:
    Article:
      type: object
      required: [id, text, status]
      properties: { id: { type: string }, text: { type: string }, status: { type: string, enum: [draft, published] } }
`;
}

/** What a list of articles has. */
type ListedArticles = "published" | "all if asked";

class Articles {
  readonly #articles: { readonly id: string; readonly text: string; readonly status: string }[] = [];

  constructor(readonly lists: ListedArticles) {}

  answer = ({ method, path, query, body, headers }: SmallRequest): SmallAnswer => {
    const isRead = method === "GET" || method === "HEAD";
    const id = /^\/articles\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      const found = this.#articles.find((each) => each.id === id);
      if (!isRead) return { status: 405, headers: { allow: "GET, HEAD" } };
      return found ? { status: 200, body: found } : { status: 404 };
    }
    if (path !== "/articles") return { status: 404 };
    if (isRead) return this.#list(query);
    if (method !== "POST") return { status: 405, headers: { allow: "GET, HEAD, POST" } };
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) return { status: 415 };
    const { text } = Object(body) as { readonly text?: unknown };
    if (typeof text !== "string" || text === "") return { status: 400 };
    const article = { id: `article-${(this.#articles.length + 1) * 7}`, text, status: "draft" };
    this.#articles.push(article);
    return { status: 201, body: article };
  };

  #list(query: URLSearchParams): SmallAnswer {
    const drafts = query.get("include_drafts") ?? "false";
    const limit = query.get("limit") ?? "25";
    const offset = query.get("offset") ?? "0";
    if (!/^(?:true|false)$/.test(drafts) || !/^\d{1,3}$/.test(limit) || !/^\d{1,9}$/.test(offset))
      return { status: 400 };
    if (Number(limit) < 1 || Number(limit) > 100 || query.get("text") === "") return { status: 400 };
    const { lists } = this;
    const shown =
      lists === "published" || (lists === "all if asked" && drafts === "false") ? [] : this.#articles;
    const text = query.get("text") ?? "";
    const found = shown.filter((each) => text === "" || each.text === text);
    return { status: 200, body: found.slice(Number(offset), Number(offset) + Number(limit)) };
  }
}

const switched = `      parameters:
        - { name: include_drafts, in: query, description: Whether drafts are shown as well., schema: { type: boolean, default: false } }`;
const published = `      description: Published articles of all authors, the newest last.
      parameters:`;
const usual = `      parameters:`;

describe("a list that leaves new items out", () => {
  it("is asked for them as the contract says", async () => {
    const report = await runSmall(articles(switched), new Articles("all if asked").answer);
    expect(failures(report)).toEqual([]);
    const passed = report.results.filter(({ result }) => result === "passed").map(({ id }) => id);
    expect(passed).toEqual(
      expect.arrayContaining(["created-listed/addArticle", "matches/listArticles/text"]),
    );
  });

  it("is asked nothing about them if its description names their state", async () => {
    const report = await runSmall(articles(published), new Articles("published").answer);
    expect(failures(report)).toEqual([]);
    const own = report.results.find(({ id }) => id === "created-listed/addArticle");
    expect(own).toMatchObject({
      result: "inconclusive",
      reason: "needs a list of listArticles that shows new items, and its defaults leave them out",
    });
  });

  it.each([
    ["says nothing of it", usual],
    ["names a parameter for it that does nothing", switched],
  ])("is a finding if the contract %s", async (_, list) => {
    const report = await runSmall(articles(list), new Articles("published").answer);
    expect(failures(report)).toContain(
      "created-listed/addArticle (must): the list of listArticles lacks what addArticle made",
    );
  });
});

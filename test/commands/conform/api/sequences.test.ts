import { describe, expect, it } from "vitest";
import type { CaseResult } from "../../../../commands/conform/result.js";
import { failures } from "../../../support/commands/conform/api/run-shop.js";
import {
  runSmall,
  type SmallAnswer,
  type SmallRequest,
} from "../../../support/commands/conform/api/small-api.js";

const contract = `openapi: 3.1.0
info: { title: Drafts, version: "1" }
paths:
  /drafts:
    post:
      operationId: addDraft
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewDraft" } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Draft" } } } }
        "400": { description: refused }
  /drafts/{draftId}:
    parameters: [{ name: draftId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getDraft
      responses:
        "200": { description: one, content: { application/json: { schema: { $ref: "#/components/schemas/Draft" } } } }
        "404": { description: unknown }
    put:
      operationId: changeDraft
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewDraft" } } } }
      responses:
        "200": { description: changed, content: { application/json: { schema: { $ref: "#/components/schemas/Draft" } } } }
        "400": { description: refused }
        "404": { description: unknown }
    delete: { operationId: removeDraft, responses: { "204": { description: gone }, "404": { description: unknown } } }
components:
  schemas:
    NewDraft: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Draft: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`;

/** What goes wrong only after several requests. */
type Fault = "keeps the latest three" | "restores the last deleted one with the next change";

class Drafts {
  readonly #drafts = new Map<string, string>();
  #count = 0;
  #deleted: readonly [id: string, text: string] | undefined;

  constructor(readonly fault?: Fault) {}

  answer = ({ method, path, body }: SmallRequest): SmallAnswer => {
    const { text } = Object(body) as { readonly text?: unknown };
    const isValid = typeof text === "string" && text !== "";
    const id = /^\/drafts\/([^/]+)$/.exec(path)?.[1];
    if (path === "/drafts" && method === "POST") {
      if (!isValid) return { status: 400 };
      const own = `d${++this.#count}`;
      this.#drafts.set(own, text);
      const [oldest = ""] = this.#drafts.keys();
      if (this.fault === "keeps the latest three" && this.#drafts.size > 3) this.#drafts.delete(oldest);
      return { status: 201, body: { id: own, text } };
    }
    const known = id === undefined ? undefined : this.#drafts.get(id);
    if (id === undefined || known === undefined) return { status: 404 };
    if (method === "GET") return { status: 200, body: { id, text: known } };
    if (method === "DELETE") {
      this.#drafts.delete(id);
      this.#deleted = [id, known];
      return { status: 204 };
    }
    if (method !== "PUT") return { status: 405, headers: { allow: "GET, PUT, DELETE" } };
    if (!isValid) return { status: 400 };
    this.#drafts.set(id, text);
    if (this.fault === "restores the last deleted one with the next change" && this.#deleted)
      this.#drafts.set(...this.#deleted);
    return { status: 200, body: { id, text } };
  };
}

function targets({ exchanges }: CaseResult): readonly string[] {
  return exchanges.map(({ request }) => `${request.method} ${(request.target ?? "").replace(/\d+/, "N")}`);
}

describe("random sequences", () => {
  const run = (fault?: Fault, seed = 1) =>
    runSmall(contract, new Drafts(fault).answer, { only: ["sequences/*"], seed });

  it.each([1, 2, 3])("find nothing on a correct server (seed %i)", async (seed) => {
    const { results } = await run(undefined, seed);
    expect(results.map(({ result }) => result)).toEqual(["passed", "passed", "passed", "passed"]);
  });

  it("find an item that others push out, and show the shortest way to it", async () => {
    const report = await run("keeps the latest three");
    expect(failures(report)[0]).toMatch(
      /^sequences\/\d \(must\): the server no longer finds d\d+ by getDraft, which wasn't deleted$/,
    );
    const [shortest] = report.results
      .filter(({ result }) => result === "failed")
      .map(targets)
      .sort((a, b) => a.length - b.length);
    expect(shortest).toEqual([...Array(4).fill("POST /drafts"), "GET /drafts/dN"]);
  });

  it("find an item that comes back", async () => {
    const report = await run("restores the last deleted one with the next change");
    expect(failures(report)[0]).toMatch(
      /^sequences\/\d \(must\): the server finds d\d+ by getDraft again, which was deleted and gone$/,
    );
    const failed = report.results.find(({ result }) => result === "failed");
    expect(failed && targets(failed)).toEqual([
      ...["POST /drafts", "POST /drafts", "DELETE /drafts/dN", "PUT /drafts/dN"],
      ...Array(3).fill("GET /drafts/dN"),
    ]);
  });
});

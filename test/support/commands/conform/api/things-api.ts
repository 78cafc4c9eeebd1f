import type { SmallAnswer, SmallRequest } from "./small-api.js";

const refused = '4XX: { $ref: "#/components/responses/Refused" }';

/** Things that are named by slugs, loans that refer to them, and a stream of events. */
export const thingsContract = `openapi: 3.1.0
info: { title: Things, version: "1" }
components:
  schemas:
    NewThing: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 50 }, keeper: { type: string } } }
    Thing: { type: object, required: [slug, title], properties: { slug: { type: string }, title: { type: string }, keeper: { type: string } } }
    Loan: { type: object, required: [id, thing_slug], properties: { id: { type: integer }, thing_slug: { type: string } } }
  responses:
    Refused: { description: refused, content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }
    Thing: { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
    Loan: { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Loan" } } } }
paths:
  /events:
    get: { operationId: followEvents, responses: { "200": { description: ok, content: { text/event-stream: { schema: { type: string } } } } } }
  /things:
    post: { operationId: addThing, requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewThing" } } } }, responses: { "201": { $ref: "#/components/responses/Thing" }, ${refused} } }
  /things/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
    get: { operationId: getThing, responses: { "200": { $ref: "#/components/responses/Thing" }, ${refused} } }
    patch: { operationId: changeThing, requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewThing" } } } }, responses: { "200": { $ref: "#/components/responses/Thing" }, ${refused} } }
  /loans:
    post: { operationId: lend, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [thing_slug], properties: { thing_slug: { type: string } } } } } }, responses: { "201": { $ref: "#/components/responses/Loan" }, ${refused} } }
  /loans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getLoan, responses: { "200": { $ref: "#/components/responses/Loan" }, ${refused} } }
`;

type Thing = { readonly slug: string; readonly title: string; readonly keeper: string };

/**
 * The server of `thingsContract`: it reads JSON under any name, answers what breaks the contract with 400, and a keeper whom it doesn't
 * know with 422. Its HTTP server decodes paths before it looks for an operation.
 */
export class Things {
  readonly #things = new Map<string, Thing>();
  readonly #loans = new Map<number, object>();

  readonly answer = (request: SmallRequest): SmallAnswer => {
    if (request.path === "/events") {
      if (request.method === "GET") throw new Error("nobody should ask for an answer that never ends");
      return { status: 405, headers: { allow: "GET" } };
    }
    if (request.path.includes("%2F")) return { status: 404, body: "no such page" };
    const [, root = "", name, ...rest] = request.path.split("/");
    if (rest.length > 0) return refusal(404);
    const own = `${request.method} /${root}${name === undefined ? "" : "/{}"}`;
    switch (own) {
      case "POST /things":
        return this.#save(request, undefined);
      case "GET /things/{}":
        return shown(200, this.#things.get(decodeURIComponent(name ?? "")));
      case "PATCH /things/{}": {
        const thing = this.#things.get(decodeURIComponent(name ?? ""));
        return thing === undefined ? refusal(404) : this.#save(request, thing);
      }
      case "POST /loans":
        return this.#lend(readObject(request.text));
      case "GET /loans/{}":
        return shown(200, this.#loans.get(Number(name)));
      default:
        return refusal(404);
    }
  };

  #save({ text }: SmallRequest, old: Thing | undefined): SmallAnswer {
    const body = readObject(text);
    if (body === undefined) return refusal(400);
    const { title = old?.title, keeper = old?.keeper ?? "ada" } = body;
    if (typeof title !== "string" || title === "" || [...title].length > 50) return refusal(400);
    if (typeof keeper !== "string") return refusal(400);
    if (keeper !== "ada") return refusal(422);
    const thing = { slug: old?.slug ?? `thing-${this.#things.size + 1}`, title, keeper };
    this.#things.set(thing.slug, thing);
    return shown(old === undefined ? 201 : 200, thing);
  }

  #lend(body: Readonly<Record<string, unknown>> | undefined): SmallAnswer {
    const slug = body?.thing_slug;
    if (typeof slug !== "string") return refusal(400);
    if (!this.#things.has(slug)) return refusal(422);
    const loan = { id: this.#loans.size + 1, thing_slug: slug };
    this.#loans.set(loan.id, loan);
    return shown(201, loan);
  }
}

function refusal(status: number): SmallAnswer {
  return { status, body: { error: `refused: ${status}` } };
}

function shown(status: number, item: object | undefined): SmallAnswer {
  return item === undefined ? refusal(404) : { status, body: item };
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  return undefined;
}

import type { SmallAnswer, SmallRequest } from "./small-api.js";

/** Notes in pages, which can be deleted and restored. */
export const notesContract = `openapi: 3.1.0
info: { title: Notes, version: "1" }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewNote: { type: object, required: [title, colour], properties: { title: { type: string, minLength: 1, maxLength: 50 }, colour: { type: string, enum: [red, blue], default: red }, labels: { type: array, items: { type: string } } } }
    Note: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string }, colour: { type: string }, labels: { type: array, items: { type: string } } } }
  responses:
    Note: { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
    None: { description: none }
    Invalid: { description: invalid }
security: [{ token: [] }]
paths:
  /notes:
    get: { operationId: listNotes, parameters: [{ name: offset, in: query, required: true, schema: { type: integer, minimum: 0, default: 0, examples: [1] } }, { name: limit, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }], responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } }, "400": { $ref: "#/components/responses/Invalid" } } }
    post: { operationId: addNote, requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } } }, responses: { "201": { $ref: "#/components/responses/Note" }, "400": { $ref: "#/components/responses/Invalid" } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getNote, responses: { "200": { $ref: "#/components/responses/Note" }, "404": { $ref: "#/components/responses/None" } } }
    delete: { operationId: deleteNote, responses: { "204": { description: gone }, "404": { $ref: "#/components/responses/None" } } }
  /notes/{id}/restore:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: restoreNote, responses: { "200": { $ref: "#/components/responses/Note" }, "404": { $ref: "#/components/responses/None" } } }
`;

interface Note {
  readonly id: number;
  readonly title: string;
  readonly colour: string;
  readonly labels: readonly string[];
  isDeleted: boolean;
}

/** What many servers do, and no contract forbids. */
export interface NotesHabits {
  /** Methods that are served for every path, beyond the declared ones. */
  readonly extra?: string;
  /** What answers valid JSON that the contract doesn't allow; what isn't JSON is answered with 400. Default: 400. */
  readonly invalidStatus?: number;
  /** The answer to everybody whose token it is. */
  readonly refusals?: Readonly<Record<string, SmallAnswer>>;
}

/** The server of `notesContract`, as frameworks that convert types and fill in defaults make it. */
export class Notes {
  readonly #notes = new Map<number, Note>();

  constructor(readonly habits: NotesHabits = {}) {}

  readonly answer = (request: SmallRequest): SmallAnswer => {
    const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
    const own = this.habits.refusals?.[token];
    if (own !== undefined) return own;
    if (scheme !== "Bearer" || token !== "alice-token")
      return { status: 401, body: { message: "who are you?" } };
    const [, root, name, action] = request.path.split("/");
    if (root !== "notes") return { status: 404, body: { message: "no such path" } };
    if (request.method === this.habits.extra) return { status: 200, body: {} };
    if (request.method === "HEAD") return { status: 405, headers: { allow: "GET" } };
    return name === undefined ? this.#collection(request) : this.#item(request, { id: name, action });
  };

  #collection({ method, query, body }: SmallRequest): SmallAnswer {
    if (method === "POST") return this.#add(body);
    if (method !== "GET") return { status: 405, headers: { allow: "GET, POST" } };
    const [offset, limit] = [
      wholeNumber(query.get("offset") ?? "0"),
      wholeNumber(query.get("limit") ?? "10"),
    ];
    if (offset === undefined || limit === undefined || limit < 1 || limit > 50) return this.#invalid();
    const all = [...this.#notes.values()].filter(({ isDeleted }) => !isDeleted);
    return { status: 200, body: all.slice(offset, offset + limit).map(shown) };
  }

  #invalid(): SmallAnswer {
    return { status: this.habits.invalidStatus ?? 400, body: { message: "invalid" } };
  }

  #add(body: unknown): SmallAnswer {
    if (body === undefined) return { status: 400, body: { message: "not JSON" } };
    if (typeof body !== "object" || body === null) return this.#invalid();
    const { title, colour = "red", labels = [] } = body as Record<string, unknown>;
    const texts = typeof labels === "string" ? [labels] : labels;
    if (typeof title !== "string" || title === "" || title.length > 50) return this.#invalid();
    if (colour !== "red" && colour !== "blue") return this.#invalid();
    if (!Array.isArray(texts) || texts.some((each) => typeof each !== "string")) return this.#invalid();
    const note = { id: this.#notes.size + 1, title, colour, labels: texts as string[], isDeleted: false };
    this.#notes.set(note.id, note);
    return { status: 201, body: shown(note) };
  }

  #item(
    { method }: SmallRequest,
    { id, action }: { readonly id: string; readonly action: string | undefined },
  ): SmallAnswer {
    const note = this.#notes.get(Number(id));
    if (note === undefined) return { status: 404, body: { message: "no such note" } };
    if (action === "restore") {
      if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
      note.isDeleted = false;
      return { status: 200, body: shown(note) };
    }
    if (method !== "GET" && method !== "DELETE") return { status: 405, headers: { allow: "GET, DELETE" } };
    if (action !== undefined || note.isDeleted) return { status: 404, body: { message: "no such note" } };
    if (method === "GET") return { status: 200, body: shown(note) };
    note.isDeleted = true;
    return { status: 204 };
  }
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function shown({ isDeleted: _isDeleted, ...others }: Note): object {
  return others;
}

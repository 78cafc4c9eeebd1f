import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterThisTest } from "../../../clean-up.js";

/** An API with a key in the query, or a password, and a header that every request has. */
export const notesContract = `openapi: 3.1.0
info: { title: Notes, version: "1" }
security: [{ key: [] }, { password: [] }, { session: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    password: { type: http, scheme: basic }
    session: { type: apiKey, in: cookie, name: session }
  parameters:
    Tenant: { name: X-Tenant, in: header, required: true, schema: { type: string, minLength: 2 } }
  schemas:
    Refusal: { type: object, required: [why], properties: { why: { type: string } } }
    NewNote: { type: object, required: [text], additionalProperties: false, properties: { text: { type: string, minLength: 1, maxLength: 20 } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
  responses:
    R: { description: refused, content: { application/json: { schema: { $ref: "#/components/schemas/Refusal" } } } }
paths:
  /notes:
    parameters: [{ $ref: "#/components/parameters/Tenant" }]
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { $ref: "#/components/responses/R" }
        "401": { $ref: "#/components/responses/R" }
        "403": { $ref: "#/components/responses/R" }
  /notes/{id}:
    parameters: [{ $ref: "#/components/parameters/Tenant" }, { name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses:
        "200": { description: one, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { $ref: "#/components/responses/R" }
        "401": { $ref: "#/components/responses/R" }
        "403": { $ref: "#/components/responses/R" }
        "404": { $ref: "#/components/responses/R" }
`;

/** How a server of the notes behaves. */
interface NotesBehaviour {
  /** Key of the query and password of `ada` that it takes besides the valid ones. */
  readonly alsoAccepts?: string;
  /** Longest text that it takes. Default: 20, as in the contract. */
  readonly longest?: number;
  /** Status of every answer, whatever is asked. */
  readonly always?: number;
  /** A further condition of a request, such as a signature. */
  readonly demands?: (request: IncomingMessage, body: string) => boolean;
}

/** The valid key; the password of `ada` and the session are the same text. */
export const notesKey = "notes-key-4711";

/** A running server of the notes, and what it has seen. */
export interface NotesServer {
  readonly url: string;
  /** Ids of the notes that there are. */
  readonly notes: ReadonlyMap<string, string>;
  /** The headers of each request. */
  readonly seen: IncomingMessage["headers"][];
  forget(): void;
}

/** Serves the notes until the test ends. */
export async function startNotes(behaviour: NotesBehaviour = {}): Promise<NotesServer> {
  const { alsoAccepts, longest = 20, always, demands = () => true } = behaviour;
  const notes = new Map<string, string>();
  const seen: IncomingMessage["headers"][] = [];
  const answer = (request: IncomingMessage, body: string): readonly [number, object] => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    seen.push(request.headers);
    if (always !== undefined) return [always, { why: "always" }];
    const [, basic = ""] = (request.headers.authorization ?? "").split("Basic ");
    const [, password] = Buffer.from(basic, "base64").toString("utf8").split("ada:");
    const [, session] = (request.headers.cookie ?? "").split("session=");
    const given = searchParams.get("api_key") ?? password ?? session ?? "";
    if (given !== notesKey && given !== alsoAccepts) return [401, { why: `unknown: ${given}` }];
    const tenant = request.headers["x-tenant"];
    if (typeof tenant !== "string" || tenant.length < 2) return [400, { why: "no tenant" }];
    if (tenant !== "acme") return [403, { why: "another tenant" }];
    if (!demands(request, body)) return [403, { why: "not signed" }];
    const [root, id, ...rest] = pathname.split("/").slice(1).map(decodeURIComponent);
    if (root !== "notes" || rest.length > 0) return [404, { why: "no such path" }];
    if (id === undefined && request.method === "POST") return added(body);
    if (id === undefined || !["GET", "HEAD"].includes(request.method ?? "")) return [405, { why: "method" }];
    const text = notes.get(id);
    return text === undefined ? [404, { why: "no such note" }] : [200, { id, text }];
  };
  const added = (body: string): readonly [number, object] => {
    const note = parsed(body);
    const names = Object.keys(Object(note));
    if (names.join() !== "text" || Array.isArray(note)) return [400, { why: "members" }];
    const { text } = note as { readonly text: unknown };
    if (typeof text !== "string" || text === "" || [...text].length > longest) return [400, { why: "text" }];
    const id = `n${notes.size + 1}`;
    notes.set(id, text);
    return [201, { id, text }];
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8");
      const isText = request.method === "POST" && !/json/i.test(request.headers["content-type"] ?? "");
      const [status, value] = isText ? [400, { why: "media type" }] : answer(request, body);
      const allow = request.url?.startsWith("/notes/") === true ? "GET, HEAD" : "POST";
      const headers = { "content-type": "application/json", "www-authenticate": "Basic" };
      response.writeHead(status, status === 405 ? { ...headers, allow } : headers);
      response.end(request.method === "HEAD" ? "" : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, notes, seen, forget: () => notes.clear() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

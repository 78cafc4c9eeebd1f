import type { SmallAnswer, SmallRequest } from "./small-api.js";

const refused = "4XX: { description: refused, content: { application/json: { schema: { type: object } } } }";
const ticket =
  "content: { application/json: { schema: { type: object, required: [id, title, commentCount], properties: { id: { type: integer }, title: { type: string }, commentCount: { type: integer } } } } }";
const comment =
  "content: { application/json: { schema: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } } } }";

/** Tickets that count their comments. */
export const ticketContract = `openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    post: { operationId: openTicket, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }, responses: { "201": { description: ok, ${ticket} }, ${refused} } }
  /tickets/{ticketId}:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getTicket, responses: { "200": { description: ok, ${ticket} }, ${refused} } }
  /tickets/{ticketId}/comments:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: integer } }]
    post: { operationId: addComment, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }, responses: { "201": { description: ok, ${comment} }, ${refused} } }
  /tickets/{ticketId}/comments/{commentId}:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: integer } }, { name: commentId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getComment, responses: { "200": { description: ok, ${comment} }, ${refused} } }
    delete: { operationId: removeComment, responses: { "204": { description: ok }, ${refused} } }
`;

/** What the counter of tickets can do wrong. */
export type TicketFault = "stays" | "never shrinks";

/** The server of `ticketContract`. */
export class Tickets {
  readonly #tickets: { readonly title: unknown; readonly comments: Map<number, unknown>; count: number }[] =
    [];

  constructor(readonly fault?: TicketFault) {}

  readonly answer = ({ method, path, body }: SmallRequest): SmallAnswer => {
    const [, root, ticketId, inner, commentId, ...rest] = path.split("/");
    const { title, text } = Object(body) as { readonly title?: unknown; readonly text?: unknown };
    if (root !== "tickets" || rest.length > 0) return { status: 404, body: {} };
    if (ticketId === undefined) {
      if (method !== "POST") return { status: 405, body: {}, headers: { allow: "POST" } };
      if (typeof title !== "string") return { status: 400, body: {} };
      this.#tickets.push({ title, comments: new Map(), count: 0 });
      return { status: 201, body: { id: this.#tickets.length, title, commentCount: 0 } };
    }
    const ticket = this.#tickets[Number(ticketId) - 1];
    if (ticket === undefined) return { status: 404, body: {} };
    if (inner === undefined)
      return { status: 200, body: { id: Number(ticketId), title: ticket.title, commentCount: ticket.count } };
    if (commentId === undefined) {
      if (typeof text !== "string") return { status: 400, body: {} };
      const id = ticket.comments.size + 1;
      ticket.comments.set(id, text);
      if (this.fault !== "stays") ticket.count++;
      return { status: 201, body: { id, text } };
    }
    const id = Number(commentId);
    if (!ticket.comments.has(id)) return { status: 404, body: {} };
    if (method === "GET") return { status: 200, body: { id, text: ticket.comments.get(id) } };
    ticket.comments.delete(id);
    if (this.fault !== "never shrinks") ticket.count--;
    return { status: 204 };
  };
}

import type { ServerResponse } from "node:http";
import type { Denial } from "./access.js";

/** Answers that a request isn't served, in the form that the control has, too. Too late for an answer, the connection ends. */
export function refuse(response: ServerResponse, { status, code, message }: Denial): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ code, message });
  // Whatever is left of the request's body is in the way of the next request.
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}

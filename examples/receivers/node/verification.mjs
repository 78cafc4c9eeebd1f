import { readObject } from "./body.mjs";

const maxBytes = 64 * 1024;

/** Answers the connection verification of §6.1 with only the challenge, which is never stored. */
export function verify(body) {
  const request = readObject(body);
  if (request?.type !== "url_verification") return { status: 422 };
  const { challenge, token } = request;
  if (typeof challenge !== "string" || typeof token !== "string") return { status: 422 };
  const echo = JSON.stringify({ challenge });
  if (Buffer.byteLength(echo) > maxBytes) return { status: 422 };
  return { status: 200, headers: { "content-type": "application/json" }, body: echo };
}

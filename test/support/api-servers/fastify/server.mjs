/** Meeting rooms and their bookings, as `openapi.yaml` documents them. Listens on 127.0.0.1:PORT; what it stores ends with it. */
import { STATUS_CODES } from "node:http";
import Fastify from "fastify";
import { bookingOperations } from "./bookings.mjs";
import { Problem, parseJson } from "./http.mjs";
import { roomOperations } from "./rooms.mjs";

const tokens = new Map([
  ["north-writer-token", { tenant: "north", mayWrite: true }],
  ["north-reader-token", { tenant: "north", mayWrite: false }],
  ["south-writer-token", { tenant: "south", mayWrite: true }],
]);

let serial = 0;
const store = {
  rooms: new Map(),
  bookings: new Map(),
  nextSerial: () => {
    serial += 1;
    return serial;
  },
};

const paths = {
  "/rooms": { GET: "listRooms", POST: "createRoom" },
  "/rooms/:roomId": { GET: "readRoom", PUT: "replaceRoom", PATCH: "patchRoom", DELETE: "deleteRoom" },
  "/rooms/:roomId/bookings": { GET: "listBookings", POST: "createBooking" },
  "/bookings/:bookingId": { GET: "readBooking" },
  "/bookings/:bookingId/cancel": { POST: "cancelBooking" },
};
const reading = new Set(["GET", "HEAD"]);
const operations = { ...roomOperations(store), ...bookingOperations(store) };

const app = Fastify({
  bodyLimit: 65_536,
  exposeHeadRoutes: true,
  frameworkErrors: (_error, _request, reply) => sendProblem(reply, new Problem(400, "the URL isn't valid")),
});
app.removeAllContentTypeParsers();
app.addContentTypeParser("application/json", { parseAs: "buffer" }, parseJson);
app.addContentTypeParser("application/merge-patch+json", { parseAs: "buffer" }, parseJson);

function identify(request) {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const identity = tokens.get(token);
  if (identity === undefined)
    throw new Problem(401, "a token is required", { headers: { "www-authenticate": "Bearer" } });
  if (!identity.mayWrite && !reading.has(request.method)) throw new Problem(403, "the token may only read");
  return identity;
}

/** Refuses the media type of another operation: only `PATCH` takes merge patches, and takes nothing else. */
function checkMediaType({ method, headers }) {
  const given = headers["content-type"]?.split(";")[0].trim().toLowerCase();
  if (given === undefined) return;
  const wanted = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  if (given !== wanted) throw new Problem(415, `the body must be ${wanted}`);
}

for (const [url, methods] of Object.entries(paths))
  for (const [method, operation] of Object.entries(methods))
    app.route({
      method,
      url,
      onRequest: async (request) => {
        if (Object.values(request.params).includes(""))
          throw new Problem(404, "there is nothing at this path");
        request.identity = identify(request);
        if (["POST", "PUT", "PATCH"].includes(method)) checkMediaType(request);
      },
      handler: async (request, reply) => {
        const { tenant } = request.identity;
        const { params, headers, body, url } = request;
        const answer = operations[operation]({ tenant, params, headers, body, url });
        reply.code(answer.status).headers(answer.headers ?? {});
        if (answer.body === undefined) return reply.send();
        return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer.body));
      },
    });

function sendProblem(reply, { status, message, headers, errors }) {
  const body = { type: "about:blank", title: STATUS_CODES[status], status, detail: message, errors };
  reply.code(status).headers(headers).type("application/problem+json").send(JSON.stringify(body));
}

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof Problem) return sendProblem(reply, error);
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  const text = status >= 500 ? "the server failed" : "the request can't be read";
  return sendProblem(reply, new Problem(status, text));
});

app.setNotFoundHandler((request, reply) => {
  const [path] = request.url.split("?");
  for (const [pattern, methods] of Object.entries(paths)) {
    if (!new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path)) continue;
    const allowed = Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    if (allowed.includes(request.method)) break;
    const headers = { allow: allowed.join(", ") };
    return sendProblem(reply, new Problem(405, "the method isn't allowed", { headers }));
  }
  return sendProblem(reply, new Problem(404, "there is nothing at this path"));
});

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
console.log(`ready http://127.0.0.1:${app.server.address().port}`);

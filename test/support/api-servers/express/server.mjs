/** A shop with products, orders and exports, as `openapi.yaml` documents it. Listens on 127.0.0.1:PORT; what it stores ends with it. */
import express from "express";
import { exportOperations } from "./exports.mjs";
import { Failure, parseJson } from "./http.mjs";
import { orderOperations } from "./orders.mjs";
import { productOperations } from "./products.mjs";

const keys = new Map([
  ["east-manager-key", { tenant: "east", role: "manager" }],
  ["east-viewer-key", { tenant: "east", role: "viewer" }],
  ["west-manager-key", { tenant: "west", role: "manager" }],
]);

const newTenant = () => ({
  products: new Map(),
  orders: new Map(),
  exports: new Map(),
  answers: new Map(),
});
const tenants = new Map(["east", "west"].map((name) => [name, newTenant()]));
const operations = {
  ...productOperations(tenants),
  ...orderOperations(tenants),
  ...exportOperations(tenants),
};

const paths = {
  "/products": { get: "listProducts", post: "createProduct" },
  "/products/:sku": { get: "readProduct", delete: "deleteProduct" },
  "/orders": { get: "listOrders", post: "createOrder" },
  "/orders/:orderId": { get: "readOrder", patch: "patchOrder" },
  "/orders/:orderId/submit": { post: "submitOrder" },
  "/exports": { post: "createExport" },
  "/exports/:exportId": { get: "readExport" },
  "/exports/:exportId/file": { get: "readExportFile" },
};

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.enable("case sensitive routing");
app.enable("strict routing");

function identify(request, response, next) {
  const identity = keys.get(request.get("x-api-key"));
  if (identity === undefined) {
    response.set("WWW-Authenticate", 'ApiKey realm="shop"');
    throw new Failure(401, "unauthenticated", "X-Api-Key is missing or unknown.");
  }
  const reads = request.method === "GET" || request.method === "HEAD";
  if (identity.role === "viewer" && !reads) throw new Failure(403, "forbidden", "A viewer may only read.");
  response.locals.tenant = identity.tenant;
  next();
}

/** Refuses requests that want another media type than the operation answers with. */
const acceptable = (type) => (request, _response, next) => {
  if (!request.accepts(type)) throw new Failure(406, "not_acceptable", `The answer would be ${type}.`);
  next();
};

const readBytes = express.raw({ type: () => true, limit: 32_768, inflate: false });

/** Refuses bodies that aren't of the media type, and parses the others. */
const readBody = (type) => (request, _response, next) => {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) request.body = undefined;
  else {
    const [given, ...parameters] = (request.get("content-type") ?? "").toLowerCase().split(";");
    const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith("charset="));
    const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
    if (given.trim() !== type || !isUtf8)
      throw new Failure(415, "media_type", `The body must be ${type} in UTF-8.`);
    request.body = parseJson(request.body);
  }
  next();
};

for (const [path, methods] of Object.entries(paths)) {
  const route = app.route(path);
  for (const [method, operation] of Object.entries(methods)) {
    const answerType = operation === "readExportFile" ? "text/csv" : "application/json";
    const steps = [identify, acceptable(answerType)];
    const bodyType = method === "patch" ? "application/merge-patch+json" : "application/json";
    if (method === "post" || method === "patch") steps.push(readBytes, readBody(bodyType));
    route[method](...steps, (request, response) => {
      const { tenant } = response.locals;
      const { params, headers, body, originalUrl: url } = request;
      const answer = operations[operation]({ tenant, params, headers, body, url });
      response.status(answer.status).set(answer.headers ?? {});
      if (answer.text !== undefined) return response.type(answer.type).send(answer.text);
      if (answer.body === undefined) return response.end();
      return response.json(answer.body);
    });
  }
  const allowed = Object.keys(methods).flatMap((method) => (method === "get" ? ["get", "head"] : [method]));
  route.all((_request, response) => {
    response.set("Allow", allowed.join(", ").toUpperCase());
    throw new Failure(405, "method_not_allowed", "The method isn't allowed at this path.");
  });
}

app.use(() => {
  throw new Failure(404, "not_found", "There is nothing at this path.");
});

app.use((error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const failure = toFailure(error);
  if (failure.status >= 500) console.error(error);
  return response.status(failure.status).json({ error: { code: failure.code, message: failure.message } });
});

/** Express and its parsers throw errors with a status for what they can't read. */
function toFailure(error) {
  if (error instanceof Failure) return error;
  if (error.status === 413) return new Failure(413, "too_large", "The body has more than 32768 bytes.");
  if (error.status === 415) return new Failure(415, "encoding", "Content-Encoding isn't accepted.");
  if (error.status >= 400 && error.status < 500)
    return new Failure(error.status, "unreadable", "The request can't be read.");
  return new Failure(500, "internal", "The server failed.");
}

const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${server.address().port}`);
});

import { createServer } from "node:http";
import { invokeCallback } from "./callbacks.mjs";

/** The control of the conformance suite, `contracts/sender-probe.openapi.yaml`, on this machine only. */
export function createControl(sender) {
  return createServer((request, response) => {
    answer(sender, request)
      .then((body) => {
        if (body === undefined) response.writeHead(204).end();
        else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      })
      .catch((error) => response.writeHead(error.status ?? 500).end(String(error.message)));
  });
}

async function answer(sender, request) {
  const url = new URL(request.url, "http://localhost");
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString("utf8"));
  const [, room, id, ...rest] = url.pathname.replace(/^\/control/, "").split("/");
  const route = `${request.method} ${[room, ...(id ? ["*"] : []), ...rest].join("/")}`;
  const { applications, deliveries, clock } = sender;
  if (route === "GET clock") return { now_ms: clock.now() };
  if (route === "POST clock") {
    await deliveries.run(clock.now() + body.milliseconds);
    return { now_ms: clock.now() };
  }
  if (route === "GET leaks") return { found: sender.written().includes(url.searchParams.get("needle")) };
  if (route === "POST applications") return shown(applications.create(body));
  const application = applications.get(decodeURIComponent(id ?? ""));
  if (application === undefined) throw Object.assign(new Error("not found"), { status: 404 });
  return await ofApplication(sender, application, { route, body });
}

function ofApplication(sender, application, { route, body }) {
  const { applications, endpoints, verifications, events, deliveries, clock, audit } = sender;
  switch (route) {
    case "PATCH applications/*":
      application.active = body.active ?? application.active;
      application.granted = body.granted_types ?? application.granted;
      return undefined;
    case "POST applications/*/verifications":
      return verifications.verify(application, body.url);
    case "GET applications/*/endpoint":
      return { endpoint: application.endpoint };
    case "PUT applications/*/endpoint":
      return endpoints.save(application, body);
    case "POST applications/*/endpoint/resume":
      if (application.endpoint) application.endpoint.state = "active";
      application.failures = 0;
      return undefined;
    case "POST applications/*/secret":
      return { signing_secret: applications.rotate(application, body.delivery) };
    case "PUT applications/*/secret/delivery":
      return applications.settle(application, body.confirmed);
    case "POST applications/*/events":
      return events.publish(application, body.event);
    case "POST applications/*/redeliveries":
      return events.redeliver(application, body.event_id, body.operation_id);
    case "POST applications/*/tests":
      return events.test(application, body.event_type);
    case "POST applications/*/callbacks":
      return invokeCallback(application, body.event, clock);
    case "GET applications/*/deliveries":
      return { deliveries: deliveries.all.filter((each) => each.application === application).map(record) };
    case "GET applications/*/audit":
      return { entries: audit.filter((each) => each.application === application.id) };
    default:
      throw Object.assign(new Error("not found"), { status: 404 });
  }
}

function shown({ id, secret, token, encryptKey }) {
  return { application_id: id, signing_secret: secret, verification_token: token, encrypt_key: encryptKey };
}

function record({ id, eventId, eventType, state, attempts }) {
  return { delivery_id: id, event_id: eventId, event_type: eventType, state, attempts };
}

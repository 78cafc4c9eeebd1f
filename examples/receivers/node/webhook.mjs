import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { isBound } from "./binding.mjs";
import { openBody } from "./body.mjs";
import { isFresh, isSigned, readStamp, sameText } from "./signature.mjs";
import { verify } from "./verification.mjs";

const callbackType = "token.agent.action.v1";

/** The processing order of §6.3. A request is its method, a function that returns all headers of a name, and its raw bytes. */
export function createWebhook({ settings, nonces, inbox, resources, log, now }) {
  return async ({ method, header, body }) => {
    const answer = await process(method, header, body);
    const [delivery_id] = header("X-SVC-Delivery-ID");
    log.write({ outcome: answer.outcome ?? "answered", status: answer.status, delivery_id });
    return answer;
  };

  async function process(method, header, body) {
    if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
    const [type = ""] = header("Content-Type");
    if (!/^application\/json\s*(?:;|$)/i.test(type)) return { status: 415 };
    if (header("Content-Encoding").some((coding) => coding !== "identity")) return { status: 415 };
    if (header("X-SVC-Webhook-Verification")[0] === "url_verification") return verify(body);

    const request = readHeaders(header);
    if (request.missing) return { status: request.missing, outcome: "header-missing" };
    const refusal = await authenticate(request, body);
    if (refusal) return refusal;

    const opened = openBody(body, settings.encryptKey);
    if (opened === undefined) return { status: 422, outcome: "unreadable" };
    const { verification_token: token, ...event } = opened;
    if (typeof token !== "string" || !sameText(token, settings.verificationToken)) {
      return { status: 401, outcome: "token" };
    }
    if (event.event_id !== request.eventId || event.event_type !== request.eventType) {
      return { status: 422, outcome: "header-differs" };
    }
    if (event.event_type === callbackType) return answerCallback();
    return await receive(event, request);
  }

  async function authenticate(request, body) {
    const seconds = Math.floor(now() / 1000);
    const stamp = readStamp(request.stamp);
    if (stamp === undefined || !isFresh(stamp, seconds)) return { status: 401, outcome: "stale" };
    try {
      const reserved = await nonces.reserve(request.nonce, stamp, seconds);
      if (!reserved) return { status: 401, outcome: "replayed" };
    } catch {
      return { status: 503, outcome: "nonce-store-down" };
    }
    if (!isSigned(request, body, settings.secrets)) return { status: 401, outcome: "signature" };
    return undefined;
  }

  async function receive(event, { deliveryId }) {
    const found = validateEvent(event);
    if (found.kind !== "valid") return { status: 422, outcome: "invalid" };
    const test = event.event_id.startsWith("evt_webhook_test_");
    if (found.specified && !test && !isBound(event, settings)) return { status: 422, outcome: "not-ours" };
    const correlationId = event.correlation_id ?? null;
    let outcome;
    try {
      outcome = await inbox.commit({ event, deliveryId, correlationId, test });
    } catch {
      return { status: 503, outcome: "inbox-down" };
    }
    if (outcome === "other") return { status: 422, outcome: "conflict" };
    if (outcome === "new" && found.specified && !test) setImmediate(() => resources.apply(event));
    return { status: 204, outcome };
  }
}

/** A callback is answered with a result and never stored; §6.8. */
function answerCallback() {
  const body = JSON.stringify({ result: "done" });
  return { status: 200, headers: { "content-type": "application/json" }, body, outcome: "callback" };
}

/** The headers of §6.2, or in `missing` the status for one that is absent, empty or repeated. */
function readHeaders(header) {
  const only = (name) => (header(name).length === 1 ? header(name)[0] : "");
  const stamp = only("X-SVC-Request-Timestamp");
  const nonce = only("X-SVC-Request-Nonce");
  const signature = only("X-SVC-Signature");
  const [deliveryId, eventId, eventType] = ["Delivery-ID", "Event-ID", "Event-Type"].map((name) =>
    Buffer.from(only(`X-SVC-${name}`), "latin1").toString("utf8"),
  );
  if (!stamp || !nonce || !signature) return { missing: 401 };
  if (!deliveryId || !eventId || !eventType) return { missing: 422 };
  return { stamp, nonce, signature, deliveryId, eventId, eventType };
}

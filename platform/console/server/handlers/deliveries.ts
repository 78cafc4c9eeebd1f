import type { components } from "../../generated/sandbox/types.js";
import { action } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication, requireVerification } from "../viewer.js";

type Ids =
  | "listDeliveries"
  | "readDelivery"
  | "compareSignature"
  | "redeliver"
  | "listSupportRequests"
  | "forwardToSupport";

/** The operations of what was sent to an application's endpoint. */
export function deliveryHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control, now } = context;
  /** A delivery of this application; one of another isn't there. */
  const ofApplication = async ({
    application_id,
    delivery_id,
  }: {
    application_id: string;
    delivery_id: string;
  }) => {
    const found = await unwrap(control.deliveries.read({ delivery_id }));
    if (found.delivery.application_id !== application_id) throw unknown("delivery");
    return found;
  };
  return {
    async listDeliveries({ path: { application_id }, query, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.deliveries.list({ ...query, application_id }));
    },
    async readDelivery({ path, viewer }) {
      const { application_id, delivery_id } = path;
      await ownApplication(context, viewer, application_id);
      const [{ delivery, event, attempts }, { exchanges }, { endpoint }] = await Promise.all([
        ofApplication(path),
        unwrap(control.deliveries.listExchanges({ delivery_id })),
        unwrap(control.webhook.read({ application_id })),
      ]);
      // The latest requests are remembered, so the last ones belong together.
      const missing = attempts.length - exchanges.length;
      return {
        delivery,
        event,
        endpoint_url:
          endpoint?.endpoint_id === delivery.endpoint_id ? endpoint.url : (exchanges.at(-1)?.url ?? null),
        attempts: attempts.map((attempt, index) => attemptView(attempt, exchanges[index - missing])),
        actions: [redeliverAction(delivery)],
      };
    },
    async compareSignature({ path, body, viewer }) {
      const { application_id, delivery_id, attempt } = path;
      await ownApplication(context, viewer, application_id);
      await ofApplication(path);
      return await unwrap(control.deliveries.compareSignature({ delivery_id, attempt, body }));
    },
    async redeliver({ path, operationId: operation_id, viewer }) {
      const { application_id } = path;
      await ownApplication(context, viewer, application_id);
      const { event_id } = (await ofApplication(path)).delivery;
      return await unwrap(
        control.deliveries.redeliverEvent({ body: { application_id, event_id, operation_id } }),
      );
    },
    async listSupportRequests({ path: { application_id }, query, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.deliveries.listSupportRequests({ ...query, application_id }));
    },
    async forwardToSupport({ path: { application_id }, body, operationId: operation_id, viewer }) {
      await ownApplication(context, viewer, application_id);
      requireVerification(viewer, now());
      const { person_id } = viewer.person;
      return await unwrap(
        control.deliveries.forwardToSupport({ body: { ...body, application_id, person_id, operation_id } }),
      );
    },
  };
}

type Attempt = Omit<Schemas["AttemptView"], "meaning" | "sent" | "signature">;

function attemptView(attempt: Attempt, exchange: Exchange | undefined): Schemas["AttemptView"] {
  if (exchange === undefined)
    return { ...attempt, meaning: answerMeaning(attempt), sent: null, signature: null };
  const { method, url, headers, body, body_truncated, masked, answer_headers, answer_body } = exchange;
  return {
    ...attempt,
    answer: answer_body ?? attempt.answer,
    meaning: answerMeaning(attempt),
    sent: { method, url, headers, body, body_truncated, masked, answer_headers },
    signature: signatureSteps(exchange, attempt.secret_version),
  };
}

function redeliverAction({ state, kind }: Schemas["SandboxDelivery"]): Schemas["Action"] {
  return action(
    "redeliver",
    kind !== "event" && { reason: "not-an-event", remedy: "Send another test instead.", clause: "§6.7" },
    (state === "pending" || state === "sending") && {
      reason: "already-pending",
      remedy: "It is delivered by itself; wait for its next attempt.",
      clause: "§6.9",
    },
    state !== "failed" && {
      reason: "not-failed",
      remedy: "Only a failed delivery is delivered again.",
      clause: "§6.9",
    },
  );
}

const meanings: Readonly<Record<number, string>> = {
  204: "The receiver committed the event, or had it already.",
  401: "The receiver found the nonce used, the timestamp too old, or the signature or token wrong.",
  422: "The receiver doesn't support the schema, or header, body and configuration don't match.",
  503: "The receiver's inbox or nonce store was unavailable.",
};

/** What the document says that an answer means (§7.1); `null` if it says nothing. */
function answerMeaning({ status }: { readonly status: number | null }): string | null {
  if (status === null) return null;
  const known = meanings[status];
  if (known !== undefined) return known;
  if (status >= 200 && status < 300) return "The receiver accepted the event.";
  return null;
}

/** A request and its answer, as the control remembers it. */
type Exchange = components["schemas"]["Exchange"];

const names = {
  timestamp: "x-svc-request-timestamp",
  nonce: "x-svc-request-nonce",
  signature: "x-svc-signature",
} as const;

/** How a request was signed, step by step (§6.2), with everything but the secret; `null` if a header is missing. */
function signatureSteps(
  { headers, body_bytes, body_sha256 }: Exchange,
  secretVersion: number,
): Schemas["SignatureSteps"] | null {
  const found = (name: string) => headers.find((header) => header.name.toLowerCase() === name);
  const [timestamp, nonce, header] = [found(names.timestamp), found(names.nonce), found(names.signature)];
  if (timestamp === undefined || nonce === undefined || header === undefined) return null;
  const prefix = `${timestamp.value}\n${nonce.value}\n`;
  const digest = header.value.replace(/^sha256=/, "");
  const step = (name: string, value: string | null, mistake: string): Schemas["SignatureStep"] => ({
    step: name,
    value,
    mistake,
    clause: "§6.2",
  });
  return {
    algorithm: "hmac-sha256",
    timestamp: timestamp.value,
    nonce: nonce.value,
    signed_prefix: prefix,
    body_bytes,
    body_sha256,
    secret_version: secretVersion,
    digest,
    header,
    steps: [
      step(
        "timestamp",
        timestamp.value,
        "Milliseconds, a date or the receiver's own time instead of this text give another digest.",
      ),
      step(
        "nonce",
        nonce.value,
        "The nonce is signed as it was sent; trimming or decoding it gives another digest.",
      ),
      step(
        "raw-body",
        `${body_bytes} bytes, SHA-256 ${body_sha256}`,
        "A framework that parses JSON and writes it again signs other bytes: compare this SHA-256 with that of the bytes that you received.",
      ),
      step(
        "signed-text",
        `${prefix}…`,
        "The parts are joined by single line feeds: no carriage return, and none after the body.",
      ),
      step(
        "secret",
        null,
        `Version ${secretVersion} of the HMAC secret, as text. The verification token, the Encrypt Key, a Client Secret or a former version give another digest.`,
      ),
      step("digest", digest, "64 lower-case hexadecimal digits: not Base64, and not in capitals."),
      step("header", header.value, "It begins with `sha256=`. Compare in constant time."),
    ],
  };
}

import { randomUUID } from "node:crypto";
import { post } from "./post.mjs";
import { signedRequest } from "./signed-request.mjs";

const maxAttempts = 8;
const firstWaitMs = 30_000;
const failuresBeforePause = 3;
const retried = [408, 425, 429];

/** The queue of deliveries, in memory: what is due is sent when the clock says so. */
export function createDeliveries({ clock, journal }) {
  const all = [];

  function add(application, event, kind) {
    const delivery = {
      id: `delivery_${randomUUID()}`,
      application,
      kind,
      eventId: event.event_id,
      eventType: event.event_type,
      text: JSON.stringify(event),
      state: "pending",
      due: clock.now(),
      made: 0,
      attempts: [],
    };
    all.push(delivery);
    return delivery;
  }

  /** Sends what is due until the time, each at its own time. */
  async function run(until) {
    for (;;) {
      const [next] = all
        .filter((each) => each.state === "pending" && each.due <= until && isOpen(each))
        .sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      clock.set(next.due);
      await attempt(next);
    }
    clock.set(until);
  }

  function isOpen({ application }) {
    return application.endpoint?.state === "active";
  }

  async function attempt(delivery) {
    const { application } = delivery;
    if (!application.granted.includes(delivery.eventType)) {
      delivery.state = "failed";
      return;
    }
    const { headers, body } = signedRequest(delivery, application, clock.now());
    const limits = { timeoutMs: application.timeoutMs, maxBytes: 65536 };
    const answer = await post(application.endpoint.url, headers, body, limits);
    delivery.made += 1;
    delivery.attempts.push({ status: answer.status ?? null, error: answer.error ?? null });
    journal.write("attempt", { delivery: delivery.id, status: answer.status, error: answer.error });
    settle(delivery, answer);
  }

  function settle(delivery, { status, error }) {
    const { application } = delivery;
    if (status >= 200 && status <= 299) {
      delivery.state = "delivered";
      application.failures = 0;
      return;
    }
    const mayRetry = delivery.kind === "event" && delivery.made < maxAttempts;
    if (mayRetry && isRetried(status, error)) {
      delivery.due = clock.now() + firstWaitMs * 2 ** (delivery.made - 1);
      return;
    }
    delivery.state = "failed";
    if (delivery.kind === "event") countFailure(application);
  }

  function isRetried(status, error) {
    return error !== undefined || retried.includes(status) || status >= 500;
  }

  function countFailure(application) {
    application.failures += 1;
    if (application.failures >= failuresBeforePause) application.endpoint.state = "paused";
  }

  return { all, add, run };
}

import { type CallbackTestOutcome, DeliveryError, type EventTests } from "@oipkit/delivery";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { actor } from "./webhook.js";

type Ids = "readTestReadiness" | "sendTestEvent" | "readTestEvent" | "sendTestCallback";

/** The operations of tests with synthetic events. */
export function webhookTestHandlers({ delivery }: Pick<SandboxParts, "delivery">): Handlers<Ids> {
  const { endpoints, callbacks } = delivery;
  const request = async (application: string, { event_type: type, revision }: Schemas["TestOrder"]) => {
    const configurationVersion = revision ?? (await endpoints.recheck(application)).revision;
    return { application, actor, type, configurationVersion };
  };
  return {
    async readTestReadiness({ path: { application_id: application } }) {
      const tests = testsOf(delivery.tests);
      const { revision, grantedCallbackTypes } = await endpoints.recheck(application);
      const about = { application, actor, configurationVersion: revision };
      // Types that are offered differ in nothing that prevents a test.
      const [type = ""] = tests.types;
      const [callback = ""] = grantedCallbackTypes;
      return {
        revision,
        event_types: [...tests.types],
        event_problems: [...(await tests.problems({ ...about, type }))],
        callback_types: [...grantedCallbackTypes],
        callback_problems:
          callback === "" ? [] : [...(await callbacks.problems({ ...about, type: callback }))],
      };
    },
    async sendTestEvent({ path: { application_id: application }, body }) {
      const outcome = await testsOf(delivery.tests).run(await request(application, body));
      if (outcome.kind === "blocked") return { queued: false, problems: [...outcome.problems] };
      return { queued: true, delivery_id: outcome.deliveryId, event_id: outcome.eventId };
    },
    async readTestEvent({ path: { application_id: application, delivery_id } }) {
      const found = await testsOf(delivery.tests).result(application, delivery_id);
      if (found === undefined)
        throw new DeliveryError("delivery-unknown", `the application has no test ${delivery_id}`);
      const settled = found.kind === "confirmed" || found.kind === "failed" ? found : undefined;
      return {
        delivery_id,
        event_id: found.eventId,
        result: found.kind,
        status: settled?.status ?? null,
        error: settled?.error ?? null,
        meaning: settled?.meaning ?? null,
        checks: [...(settled?.checks ?? [])],
      };
    },
    sendTestCallback: async ({ path: { application_id: application }, body }) =>
      callbackTest(await callbacks.test(await request(application, body))),
  };
}

function testsOf(tests: EventTests | undefined): EventTests {
  if (tests === undefined) throw new DeliveryError("delivery-options", "this sandbox has no tests");
  return tests;
}

function callbackTest(outcome: CallbackTestOutcome): Schemas["CallbackTest"] {
  if (outcome.kind === "blocked") return { sent: false, problems: [...outcome.problems] };
  const { deliveryId, eventId, result, meaning, checks } = outcome;
  return {
    sent: true,
    delivery_id: deliveryId,
    event_id: eventId,
    result: result.kind,
    status: "status" in result ? (result.status ?? null) : null,
    ...("reason" in result && { reason: result.reason }),
    meaning,
    checks: [...checks],
  };
}

import { afterAll, describe, expect, it } from "vitest";
import { describeConformance, suite } from "../../../generated/conformance/events.js";
import { events } from "../../../generated/events/receiver.js";
import { validateEvent } from "../../../generated/validators/events.js";
import type { EventValidator, JsonObject } from "../../../runtime/webhook/index.js";
import { protocol } from "../../support/commands/conform/platform.js";
import { type RunningSubject, startReceiver } from "../../support/commands/conform/subject.js";

let running: RunningSubject | undefined;
afterAll(() => running?.close());

/** Like a user's test file: every hand-written case is a test of this file. */
describe("generated tests", () => {
  describeConformance(
    { describe, it },
    {
      only: suite.cases.filter(({ needs = [] }) => needs.length === 0).map(({ id }) => id),
      strict: true,
      async subject() {
        running = await startReceiver({
          protocol,
          validate: validateEvent as EventValidator<JsonObject>,
          events,
          application: { id: "app_mine", environment: "sandbox" },
          credentials: { secrets: ["signing-4f1d"], verificationToken: "verification-9b3a" },
        });
        return running;
      },
    },
  );

  it("run against the receiver", () => {
    expect(running?.url).toContain("http://127.0.0.1:");
  });
});

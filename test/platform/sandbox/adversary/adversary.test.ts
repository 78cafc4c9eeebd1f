import { expect, it } from "vitest";
import { type Act, actProblem } from "../../../../platform/sandbox/adversary/stress-report.js";
import { createMemoryInbox } from "../../../../runtime/webhook/index.js";
import { trial } from "../../../support/platform/sandbox/adversary/trial.js";

/** What was done to which attempt, without the order in which requests happened to end. */
const deeds = (acts: readonly Act[]): string[] =>
  acts.map(({ kind, eventId, attempt }) => `${eventId} ${attempt} ${kind}`).sort();

it("doesn't confuse a generated receiver, which refuses everything hostile", async () => {
  const { acts, differences } = await trial({ seed: "one" });
  expect(differences).toEqual([]);
  expect(new Set(acts.map(({ kind }) => kind))).toEqual(
    new Set(["delayed", "reordered", "dropped-request", "dropped-answer", "replayed", "stale", "forged"]),
  );
  expect(acts.map(actProblem).filter((problem) => problem !== undefined)).toEqual([]);
  expect(acts.filter(({ kind, status }) => kind === "replayed" && status === 401)).not.toEqual([]);
});

const few = { resources: 2, versions: 6 };

it("does the same for the same seed, and something else for another", async () => {
  const [first, again, other] = [
    await trial({ ...few, seed: "one" }),
    await trial({ ...few, seed: "one" }),
    await trial({ ...few, seed: "two" }),
  ];
  expect(deeds(again.acts)).toEqual(deeds(first.acts));
  expect(deeds(other.acts)).not.toEqual(deeds(first.acts));
});

it("finds a receiver that spends no nonce", async () => {
  const { acts } = await trial({
    seed: "one",
    fault: (options) => ({ ...options, nonces: { reserve: async () => true } }),
  });
  expect(acts.map(actProblem)).toContainEqual(
    expect.stringMatching(/^a replayed request of evt_\d+_\d+ was answered with 204, not 401$/),
  );
});

it("finds a receiver that loses what it acknowledges", async () => {
  const kept = createMemoryInbox();
  const { differences } = await trial({
    seed: "one",
    // Answers 204 for events of the second resource, and records them elsewhere.
    fault: (options) => ({
      ...options,
      inbox: {
        ...options.inbox,
        record: (entry) => (entry.ordering?.resource === "sub_2" ? kept : options.inbox).record(entry),
      },
    }),
  });
  expect(new Set(differences.map(({ code }) => code))).toEqual(new Set(["event-lost", "version-wrong"]));
  expect(differences.every(({ id }) => /^(?:evt_2_|sub_2)/.test(id))).toBe(true);
});

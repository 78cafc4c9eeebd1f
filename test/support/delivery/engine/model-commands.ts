import fc from "fast-check";

const hour = 3_600_000;

const answer = fc.constantFrom(204, 204, 204, 503, 429, 422, "reset", "hang" as const);

export const command = fc.oneof(
  fc.record({
    kind: fc.constant("publish" as const),
    endpoint: fc.nat(2),
    count: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    kind: fc.constant("answers" as const),
    answers: fc.array(answer, { minLength: 1, maxLength: 12 }),
  }),
  fc.record({
    kind: fc.constant("faults" as const),
    engine: fc.nat(1),
    faults: fc.array(fc.option(fc.constantFrom("before" as const, "after" as const), { nil: undefined }), {
      maxLength: 8,
    }),
  }),
  fc.record({ kind: fc.constant("crash" as const), engine: fc.nat(1), after: fc.nat(5) }),
  fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 1, max: hour }) }),
  fc.record({ kind: fc.constant("jump" as const), ms: fc.integer({ min: -hour, max: hour }) }),
  fc.record({ kind: fc.constant("run" as const), engine: fc.nat(1) }),
  fc.record({ kind: fc.constant("pause" as const), endpoint: fc.nat(2) }),
  fc.record({ kind: fc.constant("resume" as const), endpoint: fc.nat(2) }),
  fc.record({ kind: fc.constant("redeliver" as const), endpoint: fc.nat(2), event: fc.nat(9) }),
);

/** A command of the model. */
export type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { changed, variation } from "../../../../commands/conform/request/change.js";
import type { Variation } from "../../../../commands/conform/suite/delivery.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";

/** Times that careless arithmetic takes for current ones. */
export const windowFamily: Family = {
  name: "window",
  member: "timestamp",
  rule: "The distance from now is compared in seconds, in both directions.",
  on: "main",
  cases({ protocol: { timestamp } }) {
    if (timestamp === undefined) return [];
    const tolerance = Math.ceil(timestamp.toleranceSeconds);
    const cause =
      "The difference is probably computed from parts of the time, in another unit, or with too few bits.";
    const distances: readonly (readonly [string, number])[] = [
      ["one-hour", 3600],
      ["twelve-hours", 43_200],
      ["one-day", 86_400],
      ["one-week", 604_800],
      ["ten-windows", 10 * tolerance],
      ["window-in-minutes", 60 * tolerance],
      ["sixteen-bits", 2 ** 16],
      ["thirty-one-bits", 2 ** 31],
      ["thirty-two-bits", 2 ** 32],
    ];
    const outside = distances.filter(([, seconds]) => seconds > tolerance + 60);
    const whole = timestamp.unit === "iso8601" ? outside.filter(([, seconds]) => seconds < 2 ** 31) : outside;
    const refusing = (name: string, offset: number): NearMiss => ({
      name,
      why: "A recorded request must be refused whatever the distance of its time.",
      cause,
      steps: [delivering({ timestamp: { offset } }, ["unauthenticated"])],
    });
    return [
      ...whole.map(([name, seconds]) => refusing(`${name}-ahead`, seconds)),
      // A time before 1970 has no plain digits.
      ...whole
        .filter(([, seconds]) => seconds < 10 ** 9)
        .map(([name, seconds]) => refusing(`${name}-ago`, -seconds)),
    ];
  },
};

/** The bounds of the window themselves; a clock that differs by a second moves them. */
export const windowBoundFamily: Family = {
  name: "window-bound",
  member: "timestamp",
  rule: "The bounds of the window belong to it.",
  on: "main",
  cases({ protocol: { timestamp } }) {
    if (timestamp === undefined || !Number.isInteger(timestamp.toleranceSeconds)) return [];
    const { toleranceSeconds } = timestamp;
    const cause = "The window is probably off by a second, or the clocks differ by one.";
    return [
      {
        name: "at-limit-ahead",
        level: "info",
        why: "A difference of exactly the window is within it.",
        cause,
        steps: [delivering({ timestamp: { offset: toleranceSeconds } }, ["accepted"])],
      },
      {
        name: "beyond-limit-ago",
        level: "info",
        why: "One second beyond the window is outside.",
        cause,
        steps: [delivering({ timestamp: { offset: -toleranceSeconds - 1 } }, ["unauthenticated"])],
      },
    ];
  },
};

/** Differences that a careless key of a table loses. */
const differences: readonly (readonly [string, Variation, string])[] = [
  ["other-case", "other-case", "compared without regard to case"],
  ["altered-last", "altered-last", "cut to a certain length"],
  ["altered-first", "altered-first", "compared only in part"],
  ["altered-middle", "altered-middle", "compared only in part"],
  ["prefix", "prefix", "compared only as far as the shorter text goes"],
  ["extended", { after: "x" }, "cut to a certain length"],
  ["extended-dot", { after: "." }, "reduced to its letters and digits"],
  ["doubled", "doubled", "cut to a certain length"],
  ["swapped", "swapped", "compared by a sum of its characters"],
];

/** Nonces that differ only a little are different nonces. */
export const nonceFamily: Family = {
  name: "nonce",
  ruledBy: "replay",
  member: "nonce",
  rule: "A nonce is taken only by the very same text.",
  on: "main",
  cases({ protocol: { nonce, headers, signature } }) {
    const isSent = headers?.nonce !== undefined || signature?.form !== undefined;
    if (nonce === undefined || !isSent) return [];
    return [
      ...differences.map(
        ([name, as, mistake]): NearMiss => ({
          name,
          why: "Another nonce, however similar, is another request, which must not be refused as a replay.",
          cause: `The nonce is probably ${mistake} before it is looked up.`,
          steps: [
            delivering({ nonce: "n" }, ["accepted"]),
            delivering({ as: "b", nonce: { of: "n", as } }, ["accepted"]),
          ],
        }),
      ),
      {
        name: "long-prefix",
        level: "info",
        why: "Long nonces that differ only at their end are different ones.",
        cause: "The nonce is probably cut to a certain length before it is stored.",
        steps: [
          delivering({ nonce: { of: "n", as: { before: "x".repeat(260), after: "a" } } }, ["accepted"]),
          delivering({ as: "b", nonce: { of: "n", as: { before: "x".repeat(260), after: "b" } } }, [
            "accepted",
          ]),
        ],
      },
      {
        name: "reused-later",
        why: "A nonce stays taken while others come.",
        cause: "Probably only the last nonce is remembered.",
        steps: [
          delivering({ nonce: "n" }, ["accepted"]),
          ...["b", "c", "d"].map((as) => delivering({ as }, ["accepted"])),
          delivering({ as: "e", nonce: "n" }, ["unauthenticated"]),
        ],
      },
    ];
  },
};

/** Event ids that differ only a little are those of different events. */
export const eventKeyFamily: Family = {
  name: "event-key",
  ruledBy: "duplicates",
  member: "event",
  rule: "Only the very same id is that of a known event.",
  on: "main",
  cases(facts) {
    const { protocol, event } = facts;
    const place = protocol.event?.id;
    if (place === undefined || typeof valueAtPointer(event, place) !== "string") return [];
    const allowed = allowedIds(facts, place);
    const long: Variation = { after: "x".repeat(260) };
    const all = [...differences, ["long", long, "cut to a certain length"] as const];
    return all
      .filter(([, as]) => allowed(as))
      .map(
        ([name, as, mistake]): NearMiss => ({
          name,
          ...(name === "long" && { level: "info" as const }),
          why: "An event with another id, however similar, is another event and must be stored.",
          cause: `The event's id is probably ${mistake} before it is looked up.`,
          causeIf: ["accepted", "refused"],
          steps: [
            delivering({}, ["accepted"]),
            delivering(
              { change: [{ vary: place, as }] },
              ["accepted"],
              [{ inbox: { of: "a", records: 1 } }, { inbox: { of: "a", as, records: 1 } }],
            ),
          ],
        }),
      );
  },
};

/** Whether the schema allows an id that varies like this from one that the runner makes. */
function allowedIds({ event, isValid }: NearFacts, place: string): (as: Variation) => boolean {
  const id = "event_0a1b2c3d4e5f60718293a4b5";
  return (as) => isValid(changed(event, [{ set: place, to: variation(id, as) }]));
}

/** Ids that nearly begin like those of test events. */
export const testPrefixFamily: Family = {
  name: "test-prefix",
  member: "event/testIdPrefix",
  rule: "Only an id that begins with the very prefix is that of a test.",
  on: "main",
  cases(facts) {
    const { id, testIdPrefix } = facts.protocol.event ?? {};
    if (id === undefined || testIdPrefix === undefined) return [];
    const allowed = allowedIds(facts, id);
    const ids: readonly (readonly [string, Variation])[] = [
      ["upper-case", { before: testIdPrefix.toUpperCase() }],
      ["capital", { before: testIdPrefix.slice(0, 1).toUpperCase() + testIdPrefix.slice(1) }],
      ["shorter", { before: `${testIdPrefix.slice(0, -1)}-` }],
      ["without-first", { before: testIdPrefix.slice(1) }],
      ["inside", { before: `x_${testIdPrefix}` }],
      ["at-end", { after: `_${testIdPrefix}` }],
      ["other-separators", { before: testIdPrefix.replaceAll("_", "-") }],
      ["without-separators", { before: testIdPrefix.replaceAll("_", "") }],
      ["first-word", { before: `${testIdPrefix.split(/[_-]/)[0]}_test_` }],
    ];
    return ids
      .filter(
        ([, as]) =>
          typeof as === "object" && !`${as.before ?? ""}event`.startsWith(testIdPrefix) && allowed(as),
      )
      .map(
        ([name, as]): NearMiss => ({
          name,
          why: "An event whose id only resembles that of a test is a real one, and must be handled.",
          cause: "Test events are probably recognized by a part of their id, or without regard to case.",
          causeIf: ["accepted"],
          steps: [
            delivering(
              { change: [{ vary: id, as }] },
              ["accepted"],
              [{ inbox: { of: "a", as, records: 1, test: false } }],
            ),
          ],
        }),
      );
  },
};

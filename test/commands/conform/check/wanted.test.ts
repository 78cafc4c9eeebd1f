import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { miss } from "../../../../commands/conform/check/expectation.js";
import { likelyCause } from "../../../../commands/conform/check/miss.js";
import { isSuccess, wantedStatuses, wantedText } from "../../../../commands/conform/check/wanted.js";
import type { Outgoing } from "../../../../commands/conform/request/outgoing.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { readProtocol } from "../../../../reader/model/webhook-protocol.js";
import type { Protocol } from "../../../../runtime/webhook/index.js";

const classes = ["2XX", "4XX", "5XX", "other", "unspecified"] as const;
const statuses = [200, 202, 204, 301, 400, 401, 403, 410, 422, 429, 500, 503, 599];
const roles = ["accepted", "unauthenticated", "unprocessable", "unavailable"] as const;

type Stated = number | readonly number[] | (typeof classes)[number];

/** What a contract may state as the status of an answer. */
const stated: fc.Arbitrary<Stated> = fc.oneof(
  fc.constantFrom(...statuses),
  fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 2, maxLength: 4 }),
  fc.constantFrom(...classes),
);

const responses = fc.record(Object.fromEntries(roles.map((role) => [role, stated])));

/** What a case may expect. */
const refs = fc.uniqueArray(
  fc.oneof(fc.constantFrom<StatusRef>(...roles, "verified"), fc.constantFrom(...statuses)),
  { minLength: 1, maxLength: 4 },
);

const verification = { timeoutSeconds: 5, maxResponseBytes: 300 };

function protocolWith(given: object, verified: Stated): Protocol {
  const parts = { responses: given, verification: { ...verification, status: verified } };
  return readProtocol(parts).protocol as unknown as Protocol;
}

const sent = { method: "POST", headers: [], body: new Uint8Array(), query: undefined } as unknown as Outgoing;

const judged = (protocol: Protocol, status: readonly StatusRef[], got: number) =>
  miss(
    protocol,
    { status },
    {
      sent,
      got: { status: got, headers: [], body: new Uint8Array(), firstByteMs: 0, elapsedMs: 0 },
      toleranceMs: 0,
    },
  );

describe("the statuses that an answer should have had", () => {
  it("are told in words that name each one once, and at least one", () => {
    fc.assert(
      fc.property(responses, stated, refs, (given, verified, status) => {
        const text = wantedText(wantedStatuses(protocolWith(given, verified), status));
        const words = text.split(" or ");
        expect(text).not.toBe("");
        expect(new Set(words).size, text).toBe(words.length);
        for (const each of words) expect(each).toMatch(/^(\d{3}|any (status( but 2xx)?|[245]xx))$/);
        for (const [word, first] of [
          ["any 2xx", "2"],
          ["any 4xx", "4"],
          ["any 5xx", "5"],
        ] as const) {
          if (words.includes(word))
            expect(
              words.filter((each) => each.startsWith(first)),
              text,
            ).toEqual([]);
        }
        if (words.includes("any status but 2xx"))
          expect(
            words.filter((each) => !each.startsWith("2")),
            text,
          ).toEqual(["any status but 2xx"]);
        if (words.includes("any status")) expect(words).toEqual(["any status"]);
      }),
    );
  });

  it("are missed by exactly those that none of the expected answers has", () => {
    fc.assert(
      fc.property(responses, stated, refs, (given, verified, status) => {
        const protocol = protocolWith(given, verified);
        for (const got of statuses) {
          const isAllowed = status.some((each) => judged(protocol, [each], got) === undefined);
          const isRefused = status.some((each) => judged(protocol, [each], got)?.refused === true);
          const found = judged(protocol, status, got);
          expect(found === undefined, `${got} for ${wantedText(wantedStatuses(protocol, status))}`).toBe(
            isAllowed,
          );
          if (found !== undefined) expect(found.refused === true).toBe(isRefused);
        }
      }),
    );
  });

  it("are never told to be what came back, except by an error", () => {
    fc.assert(
      fc.property(responses, stated, refs, fc.constantFrom(...statuses), (given, verified, status, got) => {
        const found = judged(protocolWith(given, verified), status, got);
        if (found === undefined) return;
        expect(found.expected.text.split(" or ")).not.toContain(String(got));
        const cause = likelyCause(found, {}) ?? "";
        expect(cause).not.toMatch(/instead of (any \w+ )?[:.]/);
        if (found.refused === true) expect(found.reason).toMatch(/^refuses by an error, 5\d\d; /);
        else expect(found.reason).toBe(`returns ${got}, expected ${found.expected.text}`);
      }),
    );
  });

  it("are one class if a class has the others", () => {
    const text = (given: object, status: readonly StatusRef[]): string =>
      wantedText(wantedStatuses(protocolWith({ accepted: 204, ...given }, 200), status));
    expect(text({ unauthenticated: "4XX" }, ["unauthenticated", 400])).toBe("any 4xx");
    expect(text({ unauthenticated: "other" }, ["unauthenticated", 400])).toBe("any status but 2xx");
    expect(
      text({ unauthenticated: "other", unprocessable: "4XX" }, ["unauthenticated", "unprocessable"]),
    ).toBe("any status but 2xx");
    expect(text({ unavailable: "other" }, ["unavailable"])).toBe("any status but 2xx");
    expect(text({ unauthenticated: [401, 403] }, ["unauthenticated", 403])).toBe("401 or 403");
    expect(text({ accepted: "2XX", unprocessable: "unspecified" }, ["accepted", "unprocessable"])).toBe(
      "any status",
    );
  });

  it("let a receiver fail with the status that the protocol has for that", () => {
    const protocol = protocolWith({ accepted: 204, unauthenticated: "other", unavailable: 503 }, 200);
    expect(judged(protocol, ["unauthenticated", "unavailable"], 503)).toBeUndefined();
    expect(judged(protocol, ["unauthenticated", "unavailable"], 500)).toMatchObject({ refused: true });
    expect(statuses.filter((each) => judged(protocol, ["unauthenticated"], each) === undefined)).toEqual(
      statuses.filter((each) => !isSuccess(each) && each < 500),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createAccessQuery,
  type RestrictedAccess,
  type SnapshotAnswer,
  UnknownAccessEventError,
} from "../../../runtime/access/index.js";
import { HttpStatusError } from "../../../runtime/http/errors.js";
import {
  descriptor,
  type SeatChanged,
  type Seats,
  seatChanged,
  snapshot,
} from "../../support/runtime/access/shop.js";

type Call = (request: Readonly<Record<string, string>>) => Promise<SnapshotAnswer>;

const seatQuery = (call: Call, onRestricted?: (access: RestrictedAccess, error: unknown) => void) =>
  createAccessQuery<SeatChanged, Seats>({ descriptor, call, onRestricted });
const answering = (answer: SnapshotAnswer) => seatQuery(async () => answer);

describe("an access query", () => {
  test("calls the operation with the event's parameters, and returns the current collections", async () => {
    const asked: object[] = [];
    const query = seatQuery(async (request) => {
      asked.push(request);
      return snapshot(5);
    });
    expect(await query.ask(seatChanged(5))).toEqual({
      kind: "allowed",
      revision: 5,
      seats: ["a"],
      plan: "pro",
    });
    expect(asked).toEqual([{ event: "e5" }]);
  });

  test("accepts a snapshot that is newer than the event", async () => {
    expect(await answering(snapshot(9)).ask(seatChanged(5))).toMatchObject({ kind: "allowed", revision: 9 });
  });

  test.each<[string, SnapshotAnswer, object]>([
    ["false", snapshot(5, false), { reason: "not-allowed", revision: 5 }],
    ["false without a revision", snapshot(undefined, false), { reason: "not-allowed" }],
    ["no boolean", snapshot(5, "true"), { reason: "allowed-invalid", revision: 5 }],
    ["1 for true", snapshot(5, 1), { reason: "allowed-invalid", revision: 5 }],
    ["null", snapshot(5, null), { reason: "allowed-invalid", revision: 5 }],
    ["an older revision", snapshot(4), { reason: "revision-stale", revision: 4 }],
    ["no revision", snapshot(undefined), { reason: "revision-invalid" }],
    ["a revision as a string", snapshot("5"), { reason: "revision-invalid" }],
    ["half a revision", snapshot(5.5), { reason: "revision-invalid" }],
    ["a revision beyond the safe integers", snapshot(2 ** 53), { reason: "revision-invalid" }],
    ["no body", { ok: true, status: 204, body: undefined }, { reason: "allowed-invalid" }],
    ["a list", { ok: true, status: 200, body: [true] }, { reason: "allowed-invalid" }],
    [
      "inherited members",
      { ok: true, status: 200, body: { member: Object.create({ may: true, at: 5 }) as object } },
      { reason: "allowed-invalid" },
    ],
    [
      "a status that isn't a success, whatever its body",
      { ...snapshot(5), ok: false, status: 403 },
      { reason: "http-status", failure: { name: "HttpStatusError", code: "http-status", status: 403 } },
    ],
  ])("restricts access on an answer with %s", async (_, answer, wanted) => {
    expect(await answering(answer).ask(seatChanged(5))).toEqual({ kind: "restricted", ...wanted });
  });

  test("restricts access if the call rejects, and reports the error's name and code without its message", async () => {
    class TokenError extends Error {
      override name = "TokenError";
      code = "token-refused";
    }
    const thrown = [
      new TokenError("secret-token"),
      new HttpStatusError({ ...snapshot(5), ok: false, status: 502 } as never),
      Object.assign(new Error("secret-token"), { code: "Bearer secret-token" }),
      "secret-token",
      undefined,
    ];
    const results = await Promise.all(
      thrown.map((error) => seatQuery(() => Promise.reject(error)).ask(seatChanged(5))),
    );
    expect(results.map((access) => access.kind === "restricted" && [access.reason, access.failure])).toEqual([
      ["call-failed", { name: "TokenError", code: "token-refused" }],
      ["call-failed", { name: "HttpStatusError", code: "http-status", status: 502 }],
      ["call-failed", { name: "Error" }],
      ["call-failed", { name: "string" }],
      ["call-failed", { name: "undefined" }],
    ]);
    expect(JSON.stringify(results)).not.toContain("secret-token");
  });

  test("restricts access if the call throws synchronously", async () => {
    const query = seatQuery(() => {
      throw new TypeError("no");
    });
    expect(await query.ask(seatChanged(5))).toMatchObject({ reason: "call-failed" });
  });

  test.each([
    ["no revision", { ...seatChanged(5), seq: undefined }],
    ["a revision of 0", seatChanged(0)],
    ["no parameter", { ...seatChanged(5), id: "" }],
    ["a parameter that isn't a string", { ...seatChanged(5), id: 5 }],
    ["no subject", { ...seatChanged(5), of: { shop: "s1" } }],
  ])("restricts access on an event with %s, without a call", async (_, event) => {
    const query = seatQuery(() => Promise.reject(new Error("asked")));
    expect(await query.ask(event as SeatChanged)).toEqual({ kind: "restricted", reason: "event-invalid" });
  });

  test.each([
    [{ ...seatChanged(5), kind: "seat.sold" }],
    [{ ...seatChanged(5), kind: "constructor" }],
    [null],
    ["e"],
  ])("refuses another kind of event: %j", async (event) => {
    const query = answering(snapshot(5));
    await expect(query.ask(event as SeatChanged)).rejects.toThrow(UnknownAccessEventError);
    expect(() => query.findQuestion(event as SeatChanged)).toThrow(/seat\.changed/);
  });

  test("calls a hook with the reason and the error; a hook that throws changes nothing", async () => {
    const told: unknown[] = [];
    const error = new Error("e");
    const query = seatQuery(
      () => Promise.reject(error),
      (access, cause) => {
        told.push(access.reason, cause);
        throw new Error("broken log");
      },
    );
    expect(await query.ask(seatChanged(5))).toMatchObject({ reason: "call-failed" });
    expect(told).toEqual(["call-failed", error]);
  });

  test("allows access only on a success with `true` at the event's revision or later", async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), value, value, async (ok, may, at) => {
        const access = await answering({ ok, status: 200, body: { member: { may, at } } }).ask(
          seatChanged(5),
        );
        const isAllowed = ok && may === true && Number.isSafeInteger(at) && (at as number) >= 5;
        expect(access.kind).toBe(isAllowed ? "allowed" : "restricted");
      }),
    );
  });
});

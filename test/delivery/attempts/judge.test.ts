import { expect, it } from "vitest";
import { judge } from "../../../delivery/attempts/judge.js";
import { protocol } from "../../../generated/events/protocol.js";

const answered = (status: number, headers: Record<string, string> = {}) =>
  ({ kind: "answered", status, headers, body: new Uint8Array(), truncated: false, durationMs: 1 }) as const;

it("takes every 2xx as delivered", () => {
  for (const status of [200, 202, 204, 299]) expect(judge(protocol, answered(status)).kind).toBe("delivered");
});

it("retries what the protocol lists, server errors and failures of the network", () => {
  for (const status of [408, 425, 500, 503, 599])
    expect(judge(protocol, answered(status))).toMatchObject({ kind: "retry", error: `http-${status}` });
  for (const status of [301, 307, 400, 401, 403, 404, 410, 418, 422])
    expect(judge(protocol, answered(status))).toEqual({ kind: "final", error: `http-${status}` });
  const failed = { kind: "failed", reason: "", durationMs: 1 } as const;
  expect(judge(protocol, { ...failed, code: "timed-out" })).toEqual({ kind: "retry", error: "timed-out" });
  expect(judge(protocol, { ...failed, code: "address-refused" }).kind).toBe("final");
});

it("says how long the receiver asks to wait", () => {
  expect(judge(protocol, answered(503, { "retry-after": "7" }))).toHaveProperty("retryAfterMs", 7000);
});

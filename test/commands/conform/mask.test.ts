import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { credentialMasker, exchangeRecord } from "../../../commands/conform/run/mask.js";

const credentials = { secrets: ['s3cret-"one"'], verificationToken: "tok\u00e9n", encryptKey: "key\\two" };
const sent = { method: "POST", headers: [["X-Any", "tok\u00e9n"]] as [string, string][] };

describe("a record of an exchange", () => {
  it("contains no credential, neither as plain text nor in JSON", () => {
    const body = Buffer.from(JSON.stringify(['s3cret-"one"', "tok\u00e9n", "key\\two", "rest"]));
    const got = { status: 200, headers: sent.headers, body, firstByteMs: 1, elapsedMs: 2.26 };
    const record = exchangeRecord({ credentials, step: 1, sent: { ...sent, body }, wanted: [204], got });
    expect(record.request.body).toBe('["***","***","***","rest"]');
    expect(record.request.headers).toEqual([["X-Any", "***"]]);
    expect(record.response).toMatchObject({ body: '["***","***","***","rest"]', elapsedMs: 2.3 });
  });

  it("contains no credential in the name of a header that a receiver answers with", () => {
    const verificationToken = "token-1234";
    const headers: [string, string][] = [["X-token-1234", "1"]];
    const got = { status: 500, headers, body: Buffer.alloc(0), firstByteMs: 1, elapsedMs: 1 };
    const options = { credentials: { secrets: [], verificationToken }, step: 1, wanted: [204] };
    const record = exchangeRecord({ ...options, sent: { ...sent, body: Buffer.alloc(0) }, got });
    expect(record.response?.headers).toEqual([["X-***", "1"]]);
  });

  it("is masked before it is truncated, which leaves no part of a credential", () => {
    const token = "0123456789abcdef".repeat(8);
    fc.assert(
      fc.property(fc.integer({ min: 3900, max: 4200 }), (at) => {
        const body = Buffer.from("x".repeat(at) + token);
        const options = { credentials: { ...credentials, verificationToken: token }, step: 1, wanted: [204] };
        const record = exchangeRecord({ ...options, sent: { ...sent, body }, got: "timeout" });
        expect(record.request.body).not.toContain("0123");
        expect(record.request.bodyBytes).toBe(at + token.length);
        expect(record.noAnswer).toBe("timeout");
      }),
    );
  });

  it("contains invalid UTF-8 with replacement characters", () => {
    const record = exchangeRecord({
      credentials,
      step: 2,
      sent: { ...sent, body: Buffer.from([0xff, 0x41]) },
      wanted: [],
      got: "closed",
    });
    expect(record).toMatchObject({ step: 2, request: { body: "\ufffdA" }, noAnswer: "closed" });
  });
});

describe("credentialMasker", () => {
  it("leaves text without a credential unchanged", () => {
    expect(credentialMasker({ secrets: [""], verificationToken: "" })("plain text")).toBe("plain text");
  });
});

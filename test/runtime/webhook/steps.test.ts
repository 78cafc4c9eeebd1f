import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MalformedBody, parseJsonObject, sameContent } from "../../../runtime/webhook/index.js";
import { bindingCheck } from "../../../runtime/webhook/steps/content-check.js";
import { isIdentityEncoding, isJsonContentType } from "../../../runtime/webhook/wire/media.js";
import { isWithinWindow, nonceExpiry, parseTimestamp } from "../../../runtime/webhook/wire/timestamp.js";
import { takeToken, tokenMatcher } from "../../../runtime/webhook/wire/token.js";
import { acme, application, thingEvent } from "../../support/runtime/webhook/acme.js";

describe("parseTimestamp", () => {
  it("accepts only plain digits", () => {
    expect(parseTimestamp("1700000000")).toBe(1_700_000_000);
    expect(parseTimestamp("0")).toBe(0);
    for (const text of [
      "",
      "-1",
      "+1",
      " 1",
      "1 ",
      "01",
      "1.5",
      "1e3",
      "0x10",
      "1s",
      "١",
      "9".repeat(16),
      "NaN",
    ]) {
      expect(parseTimestamp(text), text).toBeUndefined();
    }
  });

  it("parses any number of seconds", () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(parseTimestamp(String(seconds))).toBe(seconds);
      }),
    );
  });
});

describe("isWithinWindow", () => {
  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])("of 300 seconds contains a timestamp %i seconds from now: %s", (offset, inside) => {
    const now = 1_700_000_000_999;
    expect(isWithinWindow({ timestamp: 1_700_000_000 + offset, now, toleranceSeconds: 300 })).toBe(inside);
  });
});

describe("nonceExpiry", () => {
  const protocol = {
    timestamp: { unit: "seconds", toleranceSeconds: 300 },
    nonce: { retentionSeconds: 600 },
  } as const;

  it("is the retention time for a timestamp that isn't in the future", () => {
    expect(nonceExpiry({ protocol, signedAt: 1_000_000, now: 1_000_000 })).toBe(1_600_000);
  });

  it("is never reached while the timestamp is inside its window", () => {
    fc.assert(
      fc.property(fc.integer({ min: -300, max: 300 }), fc.nat(999), (offset, milliseconds) => {
        const now = 1_700_000_000_000 + milliseconds;
        const timestamp = 1_700_000_000 + offset;
        const expiry = nonceExpiry({ protocol, signedAt: timestamp * 1000, now });
        expect(expiry - now).toBeGreaterThanOrEqual(600_000);
        expect(isWithinWindow({ timestamp, now: expiry, toleranceSeconds: 300 })).toBe(false);
      }),
    );
  });
});

describe("parseJsonObject", () => {
  it("parses any JSON object, including unusual property names", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const plain = JSON.parse(JSON.stringify(object));
        expect(parseJsonObject(Buffer.from(JSON.stringify(plain)))).toEqual(plain);
      }),
    );
    const hostile = parseJsonObject(Buffer.from('{"__proto__":{"admin":true}}'));
    expect((hostile as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.keys(hostile)).toEqual(["__proto__"]);
  });

  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["null", "null"],
    ["an array", "[]"],
    ["a string", '"{}"'],
    ["a byte order mark", "\uFEFF{}"],
    ["trailing garbage", "{}{}"],
    ["a trailing null byte", "{}\0"],
    ["a nesting of 257 levels", `{"a":${"[".repeat(256)}${"]".repeat(256)}}`],
    ["a nesting that would overflow the stack", `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`],
  ])("refuses %s", (_name, text) => {
    expect(() => parseJsonObject(Buffer.from(text))).toThrow(MalformedBody);
  });

  it("refuses invalid UTF-8, and accepts a nesting of 256 levels", () => {
    expect(() => parseJsonObject(Buffer.from('{"a":"\xff"}', "latin1"))).toThrow(MalformedBody);
    const deep = `{"a":${"[".repeat(255)}${"]".repeat(255)}}`;
    expect(JSON.stringify(parseJsonObject(Buffer.from(deep)))).toBe(deep);
  });
});

describe("the verification token", () => {
  it("matches only itself", () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (expected, presented) => {
        const matches = tokenMatcher(expected);
        expect(matches(expected)).toBe(true);
        expect(matches(presented)).toBe(presented === expected);
      }),
    );
  });

  it("is removed without changing the rest", () => {
    const body = { token: "t", data: { token: "inner" } };
    expect(takeToken(body, "token")).toEqual({ token: "t", event: { data: { token: "inner" } } });
    expect(body.token).toBe("t");
    expect(takeToken({}, "token")).toEqual({ token: undefined, event: {} });
  });
});

describe("bindingCheck", () => {
  const check = bindingCheck(acme.event, application);

  it("returns the member that differs or is missing", () => {
    expect(check(thingEvent())).toBeUndefined();
    expect(check(thingEvent({ org: "org-2" }))).toBe("organization");
    expect(check(thingEvent({ owner: { org: "org-1", app: "app-8", stage: "live" } }))).toBe("application");
    expect(check(thingEvent({ owner: { org: "org-1", app: "app-7" } }))).toBe("environment");
    expect(check(thingEvent({ owner: { org: "org-1", app: ["app-7"], stage: "live" } }))).toBe("application");
  });

  it("ignores members that aren't configured or have no pointer in the protocol", () => {
    const open = bindingCheck(acme.event, { id: "app-7", environment: "live", product: "any" });
    expect(open(thingEvent({ org: "org-2" }))).toBeUndefined();
  });
});

describe("media types and encodings", () => {
  it("recognizes JSON and the identity encoding", () => {
    for (const type of ["application/json", "APPLICATION/JSON; charset=utf-8", "application/event+json"]) {
      expect(isJsonContentType(type), type).toBe(true);
    }
    for (const type of [null, "", "text/json", "application/jsonp", "x application/json"]) {
      expect(isJsonContentType(type), String(type)).toBe(false);
    }
    expect([null, "", "Identity"].map(isIdentityEncoding)).toEqual([true, true, true]);
    expect(["gzip", "identity, gzip"].map(isIdentityEncoding)).toEqual([false, false]);
  });
});

describe("sameContent", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, reversed(item)]),
    );
  };

  it("ignores only the order of keys", () => {
    const parsed = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(parsed, (value) => {
        expect(sameContent(value, reversed(value))).toBe(true);
      }),
    );
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_key, item) =>
        typeof item === "object" && item !== null && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
          : item,
      );
    fc.assert(
      fc.property(parsed, parsed, (a, b) => {
        expect(sameContent(a, b)).toBe(sorted(a) === sorted(b));
      }),
    );
    expect(sameContent([1, 2], [2, 1])).toBe(false);
    expect(sameContent({ a: null }, {})).toBe(false);
    expect(sameContent({}, [])).toBe(false);
    expect(sameContent({ a: 1, b: undefined }, { a: 1, toString: undefined })).toBe(false);
  });
});

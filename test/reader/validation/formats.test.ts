import { describe, expect, it } from "vitest";
import { formatNames } from "../../../reader/validation/formats.js";
import { compile } from "../../../reader/validation/index.js";
import { instanceChecks } from "../../../reader/validation/instances.js";
import { runModules } from "../../support/reader/validation/generate-validators.js";
import { schemaContracts, schemaPlace } from "../../support/reader/validation/schema-contracts.js";

describe("a format", () => {
  const samples = [
    "",
    "a",
    "2020-01-01",
    "2020-02-30",
    "0000-02-29",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00+0100",
    "12:00:00Z",
    "12:00:00z",
    "12:00:00",
    "12:00:00+01",
    "12:00:00+0100",
    "23:59:60Z",
    "00:59:60+01:00",
    "12:00:60Z",
    "24:00:00Z",
    "P1D",
    "P1Y2M3DT4H5M6S",
    "P",
    "https://a.example/b?c#d",
    "https://a.example/%zz",
    "urn:a:b",
    "/a/b",
    "a b",
    "http://[::1]:80/",
    "mailto:a@b.example",
    "//a",
    "a@b.example",
    "a@b",
    "a.example",
    "-a.example",
    "a".repeat(64),
    "127.0.0.1",
    "256.1.1.1",
    "::1",
    "fe80::1%a",
    "1::2::3",
    "^a$",
    "(",
    "a\\Z",
    "[",
    "\\-",
    "9c858901-8a57-4791-81fe-4c455b099bc9",
    "urn:uuid:9c858901-8a57-4791-81fe-4c455b099bc9",
    "/a/~0b/~1",
    "/~2",
    "#/a",
    "#/a%20b",
    "0/a",
    "1#",
    "YWI=",
    "YWJj",
    "YWJ",
    "YQ==\nYQ==",
    "YQ==",
    "-_==",
    "{a}",
    "{+a}/b{?c}",
    "{",
    "http://ä.example",
    "ftp://a.example/x",
  ];
  const numbers = [0, 1, -1, 1.5, 2147483647, 2147483648, -2147483648, -2147483649, 1e300, 2 ** 53];

  it("means the same in a generated module as in the check of examples", async () => {
    expect(formatNames).toContain("date-time");
    expect(formatNames.length).toBeGreaterThan(20);
    const schemas = Object.fromEntries(formatNames.map((format) => [`f-${format}`, { format }]));
    const contracts = await schemaContracts(schemas);
    const checks = instanceChecks(contracts);
    const cases = Object.keys(schemas).flatMap((name) =>
      [...samples, ...numbers].map((sample) => [name, sample] as const),
    );
    const found = await runModules(schemas, cases);
    expect(cases.map(([name, sample], at) => [name, sample, found[at]?.valid])).toEqual(
      cases.map(([name, sample]) => [name, sample, checks.is(schemaPlace(contracts, name), sample)]),
    );
  });

  it.each([
    ["date", ["2020-02-29"], ["2021-02-29", "2020-1-01", "2020-01-01T00:00:00Z"]],
    ["time", ["12:00:00Z", "23:59:60Z", "12:00:00+01:00"], ["12:00:00", "24:00:00Z", "12:00:60Z"]],
    ["int32", [2147483647, -2147483648, "a"], [2147483648, 1.5]],
    ["uuid", ["9c858901-8a57-4791-81fe-4c455b099bc9"], ["urn:uuid:9c858901-8a57-4791-81fe-4c455b099bc9"]],
    ["regex", ["^a$"], ["(", "\\Z"]],
    ["byte", ["YWI=", ""], ["YWJ", "-_=="]],
  ])("accepts and rejects values as specified: %s", (format, right, wrong) => {
    const { is } = compile({ format });
    expect([right.map(is), wrong.map(is)]).toEqual([right.map(() => true), wrong.map(() => false)]);
  });
});

import { afterAll, expect, test } from "vitest";
import { createWorkspace } from "../../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

async function sequence(lines: readonly string[]): Promise<readonly string[]> {
  workspace.write({ "a.ndjson": lines.join("\n") });
  const found = await workspace.findings(["--sequence", "a.ndjson"]);
  return found
    .filter(({ code }) => /^(?:event|version)-/.test(code))
    .map(({ line, code, message }) => `${line} ${code} ${message}`);
}

const event = (id: string, more: string): string => `{"kind":"item.changed","id":${id},${more}}`;

test("events that differ only in digits that no double holds have different contents", async () => {
  const big = (text: string) => event('"e1"', `"text":[${text}]`);
  expect(
    await sequence([big("9007199254740993"), big("9007199254740993.0"), big("9007199254740992")]),
  ).toEqual(["3 event-id-conflict this event id was already used with different content, at a.ndjson:1"]);
  expect(await sequence([big("1e400"), big("10e399"), big("1e401")])).toEqual([
    "3 event-id-conflict this event id was already used with different content, at a.ndjson:1",
  ]);
});

test("ids that are numbers are told apart by all of their digits", async () => {
  const lines = ["9007199254740993", "9007199254740992", '"9007199254740992"', "7", "9007199254740993"].map(
    (id, at) => event(id, `"count":${at}`),
  );
  expect(await sequence(lines)).toEqual([
    "5 event-id-conflict this event id was already used with different content, at a.ndjson:1",
  ]);
});

test.each([
  "9223372036854775808",
  "18446744073709551615",
  "-9223372036854775809",
  "1e30",
  "1.5",
  "9007199254740992.5",
  '"7"',
  "true",
])(
  "a version that isn't an integer of 64 bits is a warning, an error in strict mode: %s",
  async (version) => {
    const lines = [event('"e1"', `"item":"i","version":${version}`), event('"e2"', '"item":"i","version":3')];
    workspace.write({ "a.ndjson": lines.join("\n") });
    const uncompared = async (...options: string[]) =>
      (await workspace.findings(["--sequence", ...options, "a.ndjson"]))
        .filter(({ code }) => /^(?:event|version)-/.test(code))
        .map(({ line, code, level, pointer }) => ({ line, code, level, pointer }));
    const expected = { line: 1, code: "version-uncompared", pointer: "/version" };
    expect(await uncompared()).toEqual([{ ...expected, level: "warning" }]);
    expect(await uncompared("--strict")).toEqual([{ ...expected, level: "error" }]);
  },
);

test("versions of 64 bits are compared exactly", async () => {
  const versions = [
    "-9223372036854775808",
    "-9223372036854775807",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "9007199254740995",
    "9007199254740993",
    "9223372036854775806",
    "9223372036854775807",
  ];
  expect(
    await sequence(versions.map((version, at) => event(`"e${at}"`, `"item":"i","version":${version}`))),
  ).toEqual([
    "3 version-gap the resource goes from version -9223372036854775807 (at a.ndjson:2) to 4294967295: versions -9223372036854775806 to 4294967294 are missing",
    "5 version-gap the resource goes from version 4294967296 (at a.ndjson:4) to 9007199254740991: versions 4294967297 to 9007199254740990 are missing",
    "8 version-gap the resource goes from version 9007199254740993 (at a.ndjson:7) to 9007199254740995: version 9007199254740994 is missing",
    "9 version-backwards the resource goes back to version 9007199254740993 after version 9007199254740995 at a.ndjson:8",
    "10 version-gap the resource goes from version 9007199254740995 (at a.ndjson:8) to 9223372036854775806: versions 9007199254740996 to 9223372036854775805 are missing",
  ]);
});

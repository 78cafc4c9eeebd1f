import { expect, it } from "vitest";
import {
  frozen,
  snapshotContent,
  snapshotSuite,
} from "../../../support/platform/sandbox/world/snapshot-suite.js";

snapshotSuite("SQLite", () => ({}));

it.each([
  ["not JSON", "line 1"],
  ['{"form":"other"}', "first line"],
  ['{"form":"oipkit-sandbox-snapshot","version":1}\n{"a":1}', "line 2"],
  ['{"form":"oipkit-sandbox-snapshot","version":1}\n{"table":"elsewhere"}\n{"a":1}', "elsewhere"],
  ['{"form":"oipkit-sandbox-snapshot","version":1}\n{"table":"sandbox_records"}', "no sandbox"],
])("refuses a file that isn't one, and changes nothing: %s", async (text, where) => {
  const sandbox = await frozen();
  const before = snapshotContent(await sandbox.snapshot());
  const restored = sandbox.restore(Buffer.from(text));
  await expect(restored).rejects.toMatchObject({ code: "snapshot-invalid" });
  await expect(restored).rejects.toThrow(where);
  expect(snapshotContent(await sandbox.snapshot())).toBe(before);
});

type Edit = (row: Record<string, unknown>) => object;
const edits: readonly (readonly [string, string, Edit])[] = [
  ["a record that isn't JSON", '"kind":"person"', (row) => ({ ...row, body: "{" })],
  ["a record that is nothing", '"kind":"person"', (row) => ({ ...row, body: "null" })],
  ["a record of another id", '"kind":"person"', (row) => ({ ...row, id: "per_other" })],
  ["an unknown kind", '"kind":"person"', (row) => ({ ...row, kind: "__proto__" })],
  ["an unknown column", '"kind":"person"', (row) => ({ ...row, more: 1 })],
  ["an empty row", '"kind":"person"', () => ({})],
  ["a value that is an object", '"kind":"person"', (row) => ({ ...row, position: { more: 1 } })],
  ["a clock without times", '"owner"', (row) => ({ ...row, clock: "{}" })],
  ["a count that is none", '"owner"', (row) => ({ ...row, positions: "x" })],
];

it("refuses a snapshot that was spoilt, and goes on as before", async () => {
  const sandbox = await frozen();
  const file = Buffer.from(await sandbox.snapshot()).toString();
  const before = snapshotContent(await sandbox.snapshot());
  for (const [name, part, edit] of edits) {
    const line = file.split("\n").find((each) => each.includes(part)) ?? "";
    const spoilt = file.replace(line, () => JSON.stringify(edit(JSON.parse(line))));
    const restored = sandbox.restore(Buffer.from(spoilt));
    await expect(restored, name).rejects.toMatchObject({ code: "snapshot-invalid" });
    expect(snapshotContent(await sandbox.snapshot()), name).toBe(before);
  }
});

it("refuses a snapshot of another version", async () => {
  const sandbox = await frozen();
  const other = sandbox.restore(Buffer.from('{"form":"oipkit-sandbox-snapshot","version":99}'));
  await expect(other).rejects.toMatchObject({ code: "sandbox-version" });
});

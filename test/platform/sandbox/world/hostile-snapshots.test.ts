import fc from "fast-check";
import { expect, it } from "vitest";
import { registerApplication } from "../../../support/platform/sandbox/receiver.js";
import { frozen, snapshotContent } from "../../../support/platform/sandbox/world/snapshot-suite.js";

/** A change of a snapshot's lines. */
type Change = (lines: readonly string[]) => readonly string[];

const at = fc.nat().map((number) => (length: number) => number % Math.max(1, length));

/** What a disk, an editor or an enemy does to a file; every place is chosen at random. */
const change: fc.Arbitrary<Change> = fc.oneof(
  at.map(
    (place): Change =>
      (lines) => {
        const text = lines.join("\n");
        return text.slice(0, place(text.length)).split("\n");
      },
  ),
  at.map(
    (place): Change =>
      (lines) =>
        lines.toSpliced(place(lines.length), 1),
  ),
  at.map(
    (place): Change =>
      (lines) =>
        lines.toSpliced(place(lines.length), 0, lines[place(lines.length)] ?? ""),
  ),
  fc.tuple(at, at).map(
    ([from, to]): Change =>
      (lines) => {
        const moved = lines[from(lines.length)] ?? "";
        return lines.toSpliced(from(lines.length), 1).toSpliced(to(lines.length), 0, moved);
      },
  ),
  fc.tuple(at, at).map(
    ([place, byte]): Change =>
      (lines) => {
        const number = place(lines.length);
        const line = lines[number] ?? "";
        const cut = byte(line.length);
        return lines.with(number, `${line.slice(0, cut)}\u0000${line.slice(cut + 1)}`);
      },
  ),
  fc.tuple(at, at, fc.oneof(fc.jsonValue(), fc.constantFrom(null, 1e300, -1, "__proto__", "\ud800"))).map(
    ([place, column, value]): Change =>
      (lines) => {
        const number = place(lines.length);
        const row = JSON.parse(lines[number] ?? "{}") as Record<string, unknown>;
        const name = Object.keys(row)[column(Object.keys(row).length)] ?? "more";
        return lines.with(number, JSON.stringify({ ...row, [name]: value }));
      },
  ),
);

it("takes a spoilt snapshot whole or refuses it, and always goes back to a good one", async () => {
  const sandbox = await frozen({ seed: "first" });
  await registerApplication(sandbox, "app");
  await sandbox.deliveries.engine.credentials.ensure("app", { actor: "test" });
  const good = await sandbox.snapshot();
  const content = snapshotContent(good);
  const lines = Buffer.from(good).toString().trimEnd().split("\n");
  await fc.assert(
    fc.asyncProperty(change, async (apply) => {
      const spoilt = Buffer.from(`${apply(lines).join("\n")}\n`);
      const refusal = await sandbox.restore(spoilt).then(
        () => undefined,
        (error: unknown) => error as { readonly code?: string },
      );
      if (refusal === undefined) {
        const other = await frozen({ seed: "second" });
        await other.restore(await sandbox.snapshot());
        await other.close();
      } else {
        expect(["snapshot-invalid", "sandbox-version"], String(refusal)).toContain(refusal.code);
        expect(snapshotContent(await sandbox.snapshot())).toBe(content);
      }
      await sandbox.restore(good);
      expect(snapshotContent(await sandbox.snapshot())).toBe(content);
    }),
    { numRuns: 120 },
  );
});

it.each([
  [
    "a row nested a hundred thousand levels",
    (line: string) => `${line.slice(0, -1)},"more":${"[".repeat(1e5)}${"]".repeat(1e5)}}`,
  ],
  ["a line without an end", (line: string) => `${line.slice(0, -1)},"more":"${"x".repeat(1e7)}`],
  ["a million lines of nothing", (line: string) => `${line}\n${"{}\n".repeat(1e6)}`],
])("refuses %s", async (_, spoil) => {
  const sandbox = await frozen({ seed: "first" });
  const good = await sandbox.snapshot();
  const [head = "", table = "", row = "", ...rest] = Buffer.from(good).toString().trimEnd().split("\n");
  const spoilt = Buffer.from([head, table, spoil(row), ...rest].join("\n"));
  await expect(sandbox.restore(spoilt)).rejects.toMatchObject({ code: "snapshot-invalid" });
  expect(snapshotContent(await sandbox.snapshot())).toBe(snapshotContent(good));
});

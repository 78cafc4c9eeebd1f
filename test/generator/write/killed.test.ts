import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../../../generator/write/write.js";
import {
  type CrashFault,
  type CrashOutcome,
  crashEverywhere,
  crashStep,
  startCrashing,
} from "../../support/crash/crash.js";
import { root, temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { output, snapshot, writtenFolder } from "../../support/generator/write/output-folder.js";

const changes = [
  {
    what: "of files",
    before: { "a.ts": "a", "b/b.ts": "b", "b/gone.ts": "gone" },
    after: { "a.ts": "a2", "b/b.ts": "b2", "c/new.ts": "new" },
    least: 40,
  },
  {
    what: "of a file into a folder of the same name",
    before: { "a.ts": "a", b: "file" },
    after: { "a.ts": "a", "b/c/d.ts": "d" },
    least: 25,
  },
  {
    what: "of a folder into a file of the same name",
    before: { "a.ts": "a", "b/c/d.ts": "d" },
    after: { "a.ts": "a", b: "file" },
    least: 25,
  },
];

const script = `
const [out, module, files] = process.argv.slice(2);
const { writeFiles } = await import(module);
await writeFiles(out, JSON.parse(files));
`;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, "run.mjs"), script);
});

/** Writes files under a fault. */
function run(
  out: string,
  after: Readonly<Record<string, string>>,
  crash: { readonly at: number; readonly fault: CrashFault },
): Promise<CrashOutcome> {
  const module = join(root, "dist", "generator", "write", "write.js");
  const args = [join(folder, "run.mjs"), out, module, JSON.stringify(output(after))];
  return startCrashing(args, { cwd: folder, crash: { ...crash, under: out } }).ended;
}

describe("a run", () => {
  test.each(changes)(
    "that is killed at any write of a change $what leaves a change that the next run undoes, or a finished change",
    async ({ what, before, after, least }) => {
      const original = await writtenFolder(before);
      const wanted = await snapshot(original);
      const finished = await snapshot(await writtenFolder(after));
      const outcomes: string[] = [];
      const step = crashStep(5);
      await crashEverywhere(`a change ${what}, killed`, step, async (at) => {
        const out = join(await temporaryFolder(), "generated");
        await cp(original, out, { recursive: true });
        const crashed = await run(out, after, { at, fault: "kill" });
        if (!crashed.killed) return crashed;
        const mixed = await cp(out, `${out}-2`, { recursive: true }).then(() => `${out}-2`);

        const undone = await writeFiles(out, output(before));
        expect(await snapshot(out)).toEqual(wanted);
        outcomes.push(undone.changed.length === 0 && undone.added.length === 0 ? "taken back" : "finished");

        await writeFiles(mixed, output(after));
        expect(await snapshot(mixed)).toEqual(finished);
        return crashed;
      });
      // Killed before the journal goes, the change is taken back; after that only the staging folder is left to remove.
      const first = outcomes.indexOf("finished");
      expect(first).toBeGreaterThan(0);
      expect(new Set(outcomes.slice(first))).toEqual(new Set(["finished"]));
      expect(outcomes.length).toBeGreaterThan(least / step);
    },
  );

  test.each(["ENOSPC", "EROFS"] as const)(
    "whose writes fail with %s from any one on changes nothing, or the next run takes it back",
    async (fault) => {
      const [{ before, after } = { before: {}, after: {} }] = changes;
      const original = await writtenFolder(before);
      const wanted = await snapshot(original);
      const finished = await snapshot(await writtenFolder(after));
      const crashes = await crashEverywhere(`a change, ${fault}`, crashStep(6), async (at) => {
        const out = join(await temporaryFolder(), "generated");
        await cp(original, out, { recursive: true });
        const crashed = await run(out, after, { at, fault });
        if (crashed.exitCode === 0) {
          await writeFiles(out, output(after));
          expect(await snapshot(out)).toEqual(finished);
          return crashed;
        }
        expect(crashed.text).toMatch(fault);
        // Without room for a folder, files can't be moved back into it.
        if (!crashed.text.includes("run oipkit again") && fault === "ENOSPC")
          expect(await snapshot(out)).toEqual(wanted);
        await writeFiles(out, output(before));
        expect(await snapshot(out)).toEqual(wanted);
        return crashed;
      });
      expect(crashes).toBeGreaterThan(3);
    },
  );
});

import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../../../generator/write/write.js";
import { root, temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { output, snapshot, writtenFolder } from "../../support/generator/write/output-folder.js";

const changes = [
  {
    what: "of files",
    before: { "a.ts": "a", "b/b.ts": "b", "b/gone.ts": "gone" },
    after: { "a.ts": "a2", "b/b.ts": "b2", "c/new.ts": "new" },
    least: 8,
  },
  {
    what: "of a file into a folder of the same name",
    before: { "a.ts": "a", b: "file" },
    after: { "a.ts": "a", "b/c/d.ts": "d" },
    least: 6,
  },
  {
    what: "of a folder into a file of the same name",
    before: { "a.ts": "a", "b/c/d.ts": "d" },
    after: { "a.ts": "a", b: "file" },
    least: 6,
  },
];

/** Writes files, and kills its own process at the given call that moves or removes something. */
const script = `
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
const [out, module, files, at] = process.argv.slice(2);
let calls = 0;
for (const name of ["rename", "rm"]) {
  const original = fs[name];
  fs[name] = (...args) => (calls++ === Number(at) ? process.kill(process.pid, "SIGKILL") : original(...args));
}
syncBuiltinESMExports();
const { writeFiles } = await import(module);
await writeFiles(out, JSON.parse(files));
`;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, "run.mjs"), script);
});

/** Resolves with whether the run was killed before it completed. */
function run(out: string, after: Readonly<Record<string, string>>, at: number): Promise<boolean> {
  const module = join(root, "dist", "generator", "write", "write.js");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(folder, "run.mjs"), out, module, JSON.stringify(output(after)), String(at)],
      (error) => {
        if (error === null) resolve(false);
        else if (error.signal === "SIGKILL") resolve(true);
        else reject(error);
      },
    );
  });
}

describe("a killed run", () => {
  test.each(changes)(
    "at any move of a change $what leaves a change that the next run undoes, or a finished change",
    async ({ before, after, least }) => {
      const original = await writtenFolder(before);
      const wanted = await snapshot(original);
      const finished = await snapshot(await writtenFolder(after));
      const outcomes: string[] = [];
      for (let at = 0; ; at++) {
        const out = join(await temporaryFolder(), "generated");
        await cp(original, out, { recursive: true });
        if (!(await run(out, after, at))) break;
        const mixed = await cp(out, `${out}-2`, { recursive: true }).then(() => `${out}-2`);

        const undone = await writeFiles(out, output(before));
        expect(undone.recovered).toBe(true);
        expect(await snapshot(out)).toEqual(wanted);
        outcomes.push(undone.changed.length === 0 && undone.added.length === 0 ? "taken back" : "finished");

        await writeFiles(mixed, output(after));
        expect(await snapshot(mixed)).toEqual(finished);
      }
      // Killed before the journal goes, the change is taken back; after that only the staging folder is left to remove.
      expect(outcomes.slice(0, -1).every((outcome) => outcome === "taken back")).toBe(true);
      expect(outcomes.at(-1)).toBe("finished");
      expect(outcomes.length).toBeGreaterThan(least);
    },
  );
});

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../support/clean-up.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const size = 17 * 1024 * 1024;
const names = ["entry.js", "remoteEntry.js", "a.js", "b.js"];

/** A folder that is large enough for several threads, without a byte on the disk. */
function largeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-large-"));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    writeFileSync(join(folder, name), "");
    truncateSync(join(folder, name), size);
  }
  return folder;
}

async function build(folder: string, ...more: readonly string[]) {
  const named = ["--entry", "entry.js", "--container", "remoteEntry.js", "--runtime", "r"];
  const args = [join(repository, "dist/cli/oipkit.js"), "manifest", "build", folder, ...named, ...more];
  const version = ["--artifact-version", "1.0.0"];
  const run = promisify(execFile)(process.execPath, [...args, ...version], { cwd: repository });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

describe("the installed program, for a large artifact", () => {
  it("writes the same manifest with one thread and with several", async () => {
    const folder = largeFolder();
    const [several, one] = [await build(folder), await build(folder, "--jobs", "1")];
    const sha256 = createHash("sha256").update(Buffer.alloc(size)).digest("hex");
    expect(several.code).toBe(0);
    expect(JSON.parse(several.stdout)).toMatchObject({
      assets: [...names].sort().map((name) => ({ path: `/${name}`, sha256 })),
    });
    expect(one).toEqual(several);
  });

  it("ends although its threads were started for nothing", async () => {
    const folder = largeFolder();
    expect((await build(folder, "--unknown")).code).toBe(2);
    symlinkSync("a.js", join(folder, "link.js"));
    const { code, stdout } = await build(folder);
    expect(code).toBe(1);
    expect(stdout).toContain("asset-link");
  });
});

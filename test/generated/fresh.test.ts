import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../../cli/main.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Runs `oipkit generate --check --no-cache`, as CI does. */
async function check(cwd: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: "", err: "" };
  const code = await main(["generate", "--check", "--no-cache", ...args], {
    cwd,
    env: {},
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    now: () => 0,
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

it("platform/sandbox/generated/ is exactly the output for the contracts with what the sandbox decides", async () => {
  const { code, out, err } = await check(repository, "--config", "platform/sandbox/oipkit.config.yaml");
  expect(out + err).toMatch(/sandbox\/generated is fresh: \d+ files/);
  expect(code).toBe(0);
});

it("platform/console/generated/ is exactly the output for the contracts of the Console and of the sandbox's control", async () => {
  const { code, out, err } = await check(repository, "--config", "platform/console/oipkit.config.yaml");
  expect(out + err).toMatch(/console\/generated is fresh: \d+ files/);
  expect(code).toBe(0);
});

describe("generated/", () => {
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "oipkit-fresh-"));
    await cp(join(repository, "generated"), join(copy, "generated"), { recursive: true });
    await cp(join(repository, "contracts"), join(copy, "contracts"), { recursive: true });
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it("is exactly the output for the contracts", async () => {
    const { code, out, err } = await check(repository);
    expect(out + err).toMatch(/^generated is fresh: \d+ files/);
    expect(code).toBe(0);
  });

  it("is the same in another folder, where a stale, a missing and an untracked file are reported", async () => {
    await writeFile(join(copy, "generated/schemas.ts"), "");
    await rm(join(copy, "generated/index.ts"));
    await writeFile(join(copy, "generated/untracked.ts"), "");
    expect(await check(copy)).toMatchObject({
      code: 1,
      out: "stale generated/schemas.ts\nmissing generated/index.ts\nextra generated/untracked.ts\n",
    });
  });
});

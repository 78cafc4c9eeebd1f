import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { frameworks, identities, stores } from "../../../commands/init/options.js";
import { runCommand } from "../../support/cli/run-command.js";
import { root, temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";

const readText = (folder: string, path: string): Promise<string> => readFile(join(folder, path), "utf8");
const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
};

describe("oipkit init", () => {
  it("writes a project with the documented defaults, and says what to do next", async () => {
    const cwd = await temporaryFolder();
    const { exitCode, out, err } = await runCommand(cwd, "init", "receiver");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    const files = await filesIn(join(cwd, "receiver"));
    expect(files).toContain(".github/workflows/receiver.yml");
    expect(out).toBe(
      [
        ...files.map((file) => `created ${file}`),
        "",
        "Next:",
        "  cd receiver",
        "  npm install",
        "  npm run dev",
        "  npm run send -- oem.subscription.created.v1   # in a second terminal",
        "  npm run conform",
        "  npm test",
        "",
      ].join("\n"),
    );
    expect(await readText(cwd, "receiver/src/stores.ts")).toContain("createSqliteInbox");
    expect(await readText(cwd, "receiver/src/server.ts")).toContain("createReceiverServer");
    expect(await readText(cwd, "receiver/src/client.ts")).toContain("clientCredentials");
  });

  const combinations = Object.keys(frameworks).flatMap((framework) =>
    Object.keys(stores).flatMap((store) =>
      Object.keys(identities).map((identity) => ({ framework, store, identity })),
    ),
  );
  it.each(combinations)("fills in $framework, $store, $identity", async ({ framework, store, identity }) => {
    const cwd = await temporaryFolder();
    const flags = ["--framework", framework, "--store", store, "--identity", identity];
    expect(await runCommand(cwd, "init", ...flags)).toMatchObject({ exitCode: 0, err: "" });
    const files = await filesIn(cwd);
    expect(files.includes("src/client.ts")).toBe(identity !== "none");
    expect(files.includes(framework === "next" ? "src/app/webhook/route.ts" : "src/main.ts")).toBe(true);
    for (const file of files) {
      const text = await readText(cwd, file);
      expect(text, file).not.toContain("{{");
      expect(text.endsWith("\n"), file).toBe(true);
    }
    const { dependencies } = JSON.parse(await readText(cwd, "package.json")) as {
      dependencies: Record<string, string>;
    };
    expect(Object.values(dependencies)).not.toContain("*");
  });

  it("generates secrets for development that nobody else sees", async () => {
    const cwd = await temporaryFolder();
    const first = await runCommand(cwd, "init", "a");
    await runCommand(cwd, "init", "b");
    const readSecrets = async (path: string): Promise<string[]> =>
      [...(await readText(cwd, path)).matchAll(/^WEBHOOK_(?:SECRET|VERIFICATION_TOKEN)="?(.*?)"?$/gm)].map(
        ([, secret = ""]) => secret,
      );
    const all = [...(await readSecrets("a/.env")), ...(await readSecrets("b/.env"))];
    expect(new Set(all).size).toBe(4);
    for (const secret of all) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(first.out).not.toContain(secret);
    }
    expect(await readSecrets("a/.env.example")).toEqual(["", ""]);
    expect((await stat(join(cwd, "a/.env"))).mode & 0o777).toBe(0o600);
    expect(await readText(cwd, "a/.gitignore")).toMatch(/^\.env$/m);
  });

  it("takes the versions that oipkit is tested with", async () => {
    const cwd = await temporaryFolder();
    await runCommand(cwd, "init", "--framework", "fastify", "--store", "postgres-redis");
    const own = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const { dependencies, devDependencies } = JSON.parse(await readText(cwd, "package.json"));
    const { fastify, pg, redis, vitest } = own.devDependencies;
    expect(dependencies).toEqual({
      "@oipkit/runtime": own.dependencies["@oipkit/runtime"],
      "@oipkit/sdk": own.peerDependencies["@oipkit/sdk"],
      fastify,
      pg,
      redis,
    });
    expect(devDependencies).toEqual({
      "@types/node": own.devDependencies["@types/node"],
      "@types/pg": own.devDependencies["@types/pg"],
      oipkit: `^${own.version}`,
      typescript: own.dependencies.typescript,
      vitest,
    });
  });

  it("uses another event for the example handler", async () => {
    const cwd = await temporaryFolder();
    await runCommand(cwd, "init", "--event", "oem.subscription.renewed.v1");
    expect(await readText(cwd, "src/handlers.ts")).toContain(
      '"oem.subscription.renewed.v1": (event, { record })',
    );
  });
});

describe("an invalid command line of oipkit init", () => {
  it.each([
    [["--framework", "expres"], "there is no framework `expres`; did you mean `express`?"],
    [["--framework", "expres"], "`node`, `express`, `fastify`, `hono`, `next`"],
    [["--store", "mongodb"], "there is no store `mongodb`; there are `sqlite`, `postgres`"],
    [["--identity", "robot"], "there are `application`, `user`, `none`"],
    [["--event", "oem.subscription.renwed.v1"], "did you mean `oem.subscription.renewed.v1`"],
    [["--sdk", "@acme/missing"], "@acme/missing isn't installed"],
    [["--sdk", "../outside"], "--sdk must be the name of a package"],
    [["a", "b"], "unexpected argument `b`"],
    [["--template", "x"], "there is no option `--template`"],
  ])("%j exits with 2 and writes nothing", async (args, text) => {
    const cwd = await temporaryFolder();
    const { exitCode, out, err } = await runCommand(cwd, "init", ...args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain(text);
    expect(await filesIn(cwd)).toEqual([]);
  });
});

describe("files that exist", () => {
  it("are named, and nothing is written", async () => {
    const cwd = await temporaryFolder();
    const before = { "src/main.ts": "mine", "tsconfig.json": "{}" };
    await writeTree(cwd, before);
    const { exitCode, out, err } = await runCommand(cwd, "init");
    expect(exitCode).toBe(1);
    expect(out).toBe("src/main.ts: the file exists\ntsconfig.json: the file exists\n");
    expect(err).toContain("--force");
    expect(await filesIn(cwd)).toEqual(Object.keys(before));
    expect(await readText(cwd, "src/main.ts")).toBe("mine");
  });

  it("are replaced with --force", async () => {
    const cwd = await temporaryFolder();
    await writeTree(cwd, { "src/main.ts": "mine", "src/other.ts": "other" });
    const { exitCode, out } = await runCommand(cwd, "init", "--force");
    expect(exitCode).toBe(0);
    expect(out).toContain("changed src/main.ts\n");
    expect(await readText(cwd, "src/main.ts")).toContain("startServer");
    expect(await readText(cwd, "src/other.ts")).toBe("other");
    expect((await filesIn(cwd)).filter((file) => file.includes("oipkit-init"))).toEqual([]);
  });
});

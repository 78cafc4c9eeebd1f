import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { project } from "../../support/cli/small-contracts.js";
import { writeTree } from "../../support/generator/emit/contract-folder.js";

const secret = "hunter2: [swordfish\n";
const referring = (ref: string) => JSON.stringify({ type: "object", properties: { a: { $ref: ref } } });

/** A project with a secret outside of its contracts. */
let cwd: string;
beforeEach(async () => {
  cwd = await project({ "secret.yaml": secret, "shared/id.schema.yaml": "type: string\n" });
});

/** What `generate` prints about a schema with a reference; the secret is never in it. */
async function refer(ref: string, ...options: readonly string[]) {
  await writeTree(cwd, { "contracts/schemas/evil.schema.json": referring(ref) });
  const result = await runCommand(cwd, "generate", ...options);
  expect(result.out + result.err).not.toMatch(/hunter2|swordfish/);
  return result;
}

describe("a reference", () => {
  test.each([
    ["up and out", "../../secret.yaml"],
    ["out, to a place in the file", "../../secret.yaml#/a"],
    ["out by escapes", "%2e%2e/%2e%2e/secret.yaml"],
    ["to an endless device", "/dev/zero"],
    ["to what the system makes up", "/proc/self/environ"],
    ["to a file that doesn't exist", "../../nothing.yaml"],
    ["to a folder", "../.."],
  ])("%s is a finding, whether the file exists or not", async (_, ref) => {
    const { exitCode, out } = await refer(ref);
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /^contracts\/schemas\/evil\.schema\.json:1:\d+ error ref-outside \/properties\/a\/\$ref\n/,
    );
    expect(out).toContain("`--allow-refs-to`");
  });

  test("to a link that leads out is a finding", async () => {
    await symlink(join(cwd, "secret.yaml"), join(cwd, "contracts/schemas/link.txt"));
    await symlink(cwd, join(cwd, "contracts/schemas/.up"));
    for (const ref of ["./link.txt", "./.up/secret.yaml"]) {
      const { exitCode, out } = await refer(ref);
      expect(exitCode).toBe(1);
      expect(out).toContain("error ref-outside /properties/a/$ref");
      expect(out).toContain("a link that leads out of the contracts' folders");
    }
  });

  test("to a folder is a finding", async () => {
    await mkdir(join(cwd, "contracts/schemas/folder"));
    const { exitCode, out } = await refer("./folder");
    expect(exitCode).toBe(1);
    expect(out).toContain("error ref-unreadable /properties/a/$ref");
    expect(out).toContain("isn't a regular file");
  });

  test("to a file that is too large, or isn't UTF-8, is a finding", async () => {
    await writeFile(join(cwd, "contracts/schemas/large"), `type: string # ${"x".repeat(17 * 1024 * 1024)}\n`);
    const large = await refer("./large");
    expect(large.out).toContain("`./large` is larger than 16 MiB");
    expect(large.out).toContain("--max-file");
    expect((await refer("./large", "--max-file", "20000000")).exitCode).toBe(0);
    await writeFile(join(cwd, "contracts/schemas/latin"), Buffer.from([0xe9]));
    expect((await refer("./latin")).out).toContain("`./latin` isn't valid UTF-8");
  });

  test("may lead to a folder that is allowed, and no further", async () => {
    const ref = "../../shared/id.schema.yaml";
    expect((await refer(ref)).out).toContain("ref-outside");
    expect(await refer(ref, "--allow-refs-to", "shared")).toMatchObject({ exitCode: 0 });
    expect((await refer("../../secret.yaml", "--allow-refs-to", "shared")).out).toContain("ref-outside");
    await writeFile(join(cwd, "oipkit.config.yaml"), "allowRefsTo: shared\n");
    expect(await refer(ref, "--no-cache")).toMatchObject({ exitCode: 0 });
  });

  test("of a contract that is named itself may lead to its folder, and no further", async () => {
    await writeTree(cwd, { "contracts/schemas/evil.schema.json": referring("../../shared/id.schema.yaml") });
    const schema = ["--contracts", "contracts/schemas/evil.schema.json"];
    expect((await runCommand(cwd, "generate", ...schema)).out).toContain("ref-outside");
    await writeTree(cwd, { "contracts/schemas/evil.schema.json": referring("./thing.schema.yaml") });
    expect(await runCommand(cwd, "generate", ...schema)).toMatchObject({ exitCode: 0 });
  });
});

describe("in data, where a reference is only text", () => {
  test("no file is read and no address fetched", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end("{}");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const targets = [url, "/dev/zero", join(cwd, "secret.yaml")];
    const examples = Object.fromEntries(targets.map((externalValue, at) => [`e${at}`, { externalValue }]));
    const content = { "application/json": { schema: {}, examples } };
    const inline = { "application/json": { schema: {}, example: targets.map(($ref) => ({ $ref })) } };
    await writeTree(cwd, {
      "contracts/evil.openapi.json": {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: {
          "/a": {
            get: {
              responses: { 200: { description: "x", content }, 201: { description: "y", content: inline } },
            },
          },
        },
      },
    });
    try {
      const { out, err } = await runCommand(cwd, "generate", "--examples", "off");
      expect(out + err).not.toMatch(/hunter2|swordfish/);
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });
});

describe("a file among the contracts", () => {
  const failure = async (...args: readonly string[]) => {
    const { exitCode, out, err } = await runCommand(cwd, "generate", ...args);
    expect(exitCode).toBe(2);
    expect(out + err).not.toMatch(/hunter2|swordfish/);
    return err;
  };

  test("that is a link out is refused, unless its target is allowed", async () => {
    await symlink(join(cwd, "secret.yaml"), join(cwd, "contracts/schemas/link.schema.yaml"));
    expect(await failure()).toMatch(
      /link\.schema\.yaml: a link leads out .*--allow-refs-to.* \[input-unreadable\]/,
    );
    await symlink(join(cwd, "shared/id.schema.yaml"), join(cwd, "contracts/schemas/a.schema.yaml"));
    expect(await failure("--allow-refs-to", "shared")).toMatch(/link\.schema\.yaml/);
  });

  test("that is a device or too large is refused, with what to do", async () => {
    expect(await failure("--contracts", "/dev/zero")).toMatch(/isn't a regular file/);
    expect(await failure("--overlay", "/dev/zero")).toMatch(/isn't a regular file/);
    const small = ["--contracts", "contracts/things.openapi.yaml", "--max-file", "10"];
    expect(await failure(...small)).toMatch(/is larger than 10 bytes; .*--max-file/);
  });

  test("that is a link can't be why the working folder is left", async () => {
    const other = await project({ "contracts/schemas/secret.schema.yaml": secret });
    await symlink(join(other, "contracts"), join(cwd, "linked"));
    expect(await failure("--contracts", "linked")).toMatch(
      /^oipkit: linked: a link leads out of the working folder; /,
    );
    expect(await failure("--overlay", "linked/schemas/secret.schema.yaml")).toMatch(/a link leads out/);
    await symlink(join(cwd, "contracts"), join(cwd, "here"));
    expect((await runCommand(cwd, "generate", "--contracts", "here")).exitCode).toBe(0);
    await symlink(join(other, "contracts/schemas/secret.schema.yaml"), join(cwd, "oipkit.config.yaml"));
    expect(await failure()).toMatch(/oipkit\.config\.yaml: a link leads out of the working folder/);
  });

  test("of an installed package may be behind the link of a package manager, but not behind one in the package", async () => {
    const other = await project({ "contracts/schemas/secret.schema.yaml": secret });
    const store = await project({});
    await mkdir(join(cwd, "node_modules/@scope"), { recursive: true });
    await symlink(store, join(cwd, "node_modules/@scope/contracts"));
    await symlink(join(other, "contracts"), join(store, "outside"));
    const named = (path: string) => ["--contracts", `node_modules/@scope/contracts/${path}`];
    expect((await runCommand(cwd, "generate", ...named("contracts"))).exitCode).toBe(0);
    expect(await failure(...named("outside"))).toMatch(/a link leads out of the working folder/);
  });

  test("of templates or configuration must be a regular file, and no link out", async () => {
    await mkdir(join(cwd, "templates"));
    await symlink(join(cwd, "secret.yaml"), join(cwd, "templates/schemas.ts.hbs"));
    expect(await failure("--templates", "templates")).toMatch(/a link leads out of the folder of templates/);
    expect(await failure("--config", "/dev/zero")).toMatch(/isn't a regular file/);
  });
});

import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { folderIn } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const installation = inject("installation");

/** Node's answer for a package that isn't there: `oipkit` brings libsql for its sandbox, and an SDK without it doesn't. */
const hides = `export async function resolve(name, context, next) {
  if (!/^libsql(?:\\/|$)/.test(name)) return next(name, context);
  throw Object.assign(new Error("Cannot find package 'libsql'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;
const moduleUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const withoutLibsql = moduleUrl(
  `import { register } from "node:module"; register(${JSON.stringify(moduleUrl(hides))});`,
);

describe("a store whose driver isn't installed", () => {
  it.each([
    ["sqlite:events.db", "npm install libsql"],
    ["postgres://app@127.0.0.1/app", "npm install pg"],
  ])("%s names the package to install", async (store, remedy) => {
    const folder = await folderIn(installation, "drivers");
    const cli = join(installation.project, "node_modules/oipkit/dist/cli/index.js");
    const { code, stdout, stderr } = await run(
      "node",
      ["--import", withoutLibsql, cli, "receiver", "migrate", "--store", store],
      { cwd: folder },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(remedy);
    expect(stderr).toContain("store-driver-missing");
  });
});

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifestCodes } from "../../../../commands/manifest/command/report.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { files, folderWith, generated, sha256, write } from "../../../support/commands/manifest/artifact.js";

const named = ["--entry", "entry.js", "--container", "assets/container.js", "--runtime", "r"];
const shared = ["--validators", generated];

function artifact() {
  const folder = folderWith({ "package.json": '{"version":"2.5.0"}' });
  for (const [path, text] of Object.entries(files)) write(folder, `dist/${path}`, text);
  const run = (...args: readonly string[]) => runCommand(folder, "manifest", ...args, ...shared);
  const build = (...more: readonly string[]) => run("build", "dist", ...named, "--from-package", ...more);
  return { folder, run, build };
}

describe("oipkit manifest build", () => {
  it("writes the manifest to standard output, or to a file beside which it leaves nothing", async () => {
    const { folder, build, run } = artifact();
    const printed = await build();
    expect(printed).toMatchObject({ exitCode: 0, err: "3 assets, 57 B (0.0 s)\n" });
    const written = await build("-o", "dist/m.json");
    expect(written).toMatchObject({
      exitCode: 0,
      out: "",
      err: "wrote dist/m.json: 3 assets, 57 B (0.0 s)\n",
    });
    expect(readFileSync(join(folder, "dist/m.json"), "utf8")).toBe(printed.out);
    expect(JSON.parse(printed.out)).toMatchObject({ artifact_version: "2.5.0", entry: "/entry.js" });
    // The manifest isn't an asset of itself.
    expect((await build("-o", "dist/m.json")).err).toContain("3 assets");
    expect((await run("verify", "dist/m.json", "--dir", "dist", "--strict")).exitCode).toBe(0);
  });

  it("writes nothing but findings if there is an error", async () => {
    const { folder, build } = artifact();
    write(folder, "dist/a b.js", "x");
    const { exitCode, out, err } = await build("-o", "m.json", "--format", "json", "-o", "report.json");
    expect({ exitCode, out, err }).toEqual({
      exitCode: 1,
      out: "",
      err: "1 finding; no manifest was written (0.0 s)\n",
    });
    expect(existsSync(join(folder, "m.json"))).toBe(false);
    const { findings } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    expect(findings).toMatchObject([{ file: "dist/a b.js", code: "pattern", clause: "§2.9" }]);
  });

  it.each<[args: readonly string[], message: string]>([
    [["build"], "name the folder of the built artifact"],
    [["build", "dist", "more"], "unexpected argument `more`"],
    [["build", "dist", "--url", "https://a.example"], "`build` has no option `--url`"],
    [["build", "dist", "--format", "json"], "the manifest goes to standard output"],
    [["build", "dist", "--from-package", "--artifact-version", "1.0.0"], "use either"],
    [["build", "nowhere"], "nowhere can't be read as a folder (ENOENT) [folder-unusable]"],
    [["build", "dist", "--base", "app"], "the base path must start with one slash"],
    [["build", "dist", "--ignore", "[a]"], "--ignore:1: `[…]` isn't supported"],
    [["verify", "m.json"], "say what to verify"],
    [["verify", "m.json", "--dir", "a", "--url", "b"], "use either --dir or --url"],
    [["verify", "m.json", "--dir", "dist"], "m.json doesn't exist"],
    [["diff", "a.json"], "name two manifests"],
    [["publish"], "specify an action: build, verify or diff"],
  ])("can't run %j", async (args, message) => {
    const { run } = artifact();
    const { exitCode, out, err } = await run(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain(message);
  });
});

describe("oipkit manifest verify", () => {
  it("shows what differs, with its place in the manifest", async () => {
    const { folder, build, run } = artifact();
    await build("-o", "m.json");
    write(folder, "dist/entry.js", "other\n");
    write(folder, "dist/new.js", "new\n");
    const { exitCode, out, err } = await run("verify", "m.json", "--dir", "dist");
    expect(exitCode).toBe(1);
    expect(out).toContain(`m.json:18:17 digest-mismatch /assets/2/sha256`);
    expect(out).toContain(`the file has another digest: ${sha256("other\n")}`);
    expect(out).toContain("dist/new.js:1:1 warning extra-file");
    expect(err).toBe("2 of 3 assets verified, 39 B; 2 findings (1 warning) (0.0 s)\n");
  });

  it("warns with exit code 0, or 1 with --strict", async () => {
    const { folder, build, run } = artifact();
    await build("-o", "m.json");
    write(folder, "dist/new.js", "new\n");
    expect((await run("verify", "m.json", "--dir", "dist")).exitCode).toBe(0);
    expect((await run("verify", "m.json", "--dir", "dist", "--strict")).exitCode).toBe(1);
  });

  it("verifies a server", async () => {
    const { build, run } = artifact();
    await build("-o", "m.json", "--base", "/app");
    const server = createServer(({ url = "" }, response) => {
      const content = files[url.replace("/v2/", "") as keyof typeof files];
      response.writeHead(content === undefined || url.endsWith(".css") ? 404 : 200).end(content);
    }).listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    afterThisTest(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
    const { exitCode, out } = await run("verify", "m.json", "--url", url, "--base", "/app");
    expect(exitCode).toBe(1);
    expect(out.match(/^m\.json.*$/gm)).toEqual(["m.json:13:15 asset-status /assets/1/path"]);
  });
});

it("docs/reference/manifest.md lists all codes", () => {
  const page = readFileSync(new URL("../../../../docs/reference/manifest.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z0-9-]+)` \| \w/gm)].map(([, code]) => code);
  expect(listed.filter((code) => manifestCodes.includes(code ?? ""))).toEqual(manifestCodes);
});

describe("oipkit manifest diff", () => {
  it("lists what changed, and what must be loaded anew", async () => {
    const { folder, build, run } = artifact();
    await build("-o", "old.json");
    write(folder, "dist/entry.js", "other\n");
    write(folder, "dist/new.js", "new\n");
    await build("-o", "new.json", "--ignore", "*.css");
    const { exitCode, out, err } = await run("diff", "old.json", "new.json", "--dir", "dist");
    expect(exitCode).toBe(0);
    expect(out).toBe("- /assets/style.css\n~ /entry.js (6 B)\n+ /new.js (4 B)\n");
    expect(err).toBe(
      "1 added, 1 removed, 1 changed, 1 the same; 10 B to download again; warning: the files differ, but the version is the same\n",
    );
    expect((await run("diff", "old.json", "new.json", "--strict")).exitCode).toBe(1);
    const { out: data } = await run("diff", "old.json", "new.json", "--format", "json");
    expect(JSON.parse(data)).toMatchObject({
      same: 1,
      versionReused: true,
      changes: [{ kind: "removed" }, {}, {}],
    });
  });

  it("says nothing of equal manifests, and refuses what isn't one", async () => {
    const { folder, build, run } = artifact();
    await build("-o", "m.json");
    expect(await run("diff", "m.json", "m.json")).toMatchObject({ exitCode: 0, out: "" });
    write(folder, "bad.json", "{");
    const { exitCode, out } = await run("diff", "m.json", "bad.json");
    expect(exitCode).toBe(1);
    expect(out).toContain("bad.json:1:2 json-syntax");
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

const api = (operation: object) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/pets": { post: { operationId: "order", responses: { 200: { description: "d" } }, ...operation } },
  },
});

async function run(old: object, current: object, ...args: readonly string[]) {
  const cwd = await contractFolder({ "old.openapi.json": api(old), "new.openapi.json": api(current) });
  const given = ["changelog", ...args, "old.openapi.json", "new.openapi.json"];
  return { cwd, ...(await runCommand(cwd, ...given)) };
}

describe("formats for readers", () => {
  const changes = [{}, { deprecated: true, description: "<script>alert(1)</script>" }] as const;

  it("has a page in HTML", async () => {
    const { out } = await run(...changes, "--format", "html", "--release", "2.0.0");
    expect(out).toContain("<h1>2.0.0</h1>");
    expect(out).toContain(
      '<h3 id="deprecated-post-pets"><a href="#deprecated-post-pets"><code>POST /pets</code></a></h3>\n<div>It is now deprecated.</div>',
    );
    expect(out).not.toContain("<script");
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(out.slice(out.indexOf("<body>"), out.indexOf("</html>"))).close();
  });

  it("has a feed that keeps the releases before", async () => {
    const feed = ["--format", "rss", "--link", "https://example.com/changes?a=1&b=2", "-o", "feed.xml"];
    const { cwd } = await run(...changes, ...feed, "--release", "1.0.0");
    const again = (release: string, ...files: readonly string[]) =>
      runCommand(cwd, "changelog", ...feed, "--release", release, ...files);
    await again("1.1.0", "new.openapi.json", "old.openapi.json");
    await again("1.1.0", "old.openapi.json", "new.openapi.json");
    const text = await readFile(join(cwd, "feed.xml"), "utf8");
    const parser = new SaxesParser();
    const titles: string[] = [];
    const open: string[] = [];
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ name }) => open.push(name));
    parser.on("closetag", () => open.pop());
    parser.on("text", (inner) => {
      if (open.at(-1) === "title" && open.at(-2) === "item") titles.push(inner);
    });
    parser.write(text).close();
    expect(titles).toEqual(["1.1.0", "1.0.0"]);
    expect(text.match(/&lt;h2&gt;Deprecated/g)).toHaveLength(2);
  });

  it.each([
    [["--format", "rss"], "--format rss needs --link URL"],
    [["--format", "rss", "--link", "javascript:alert(1)"], "--link must be a URL"],
    [
      ["--format", "rss", "--link", "https://a.example", "-o", "new.openapi.json"],
      "isn't a feed of oipkit; name another one",
    ],
  ])("says what is wrong with %j", async (args, message) => {
    const { cwd, exitCode, out, err } = await run(...changes, ...args);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(JSON.parse(await readFile(join(cwd, "new.openapi.json"), "utf8"))).toHaveProperty("openapi");
  });
});

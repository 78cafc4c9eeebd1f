import { readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { readText } from "../support/package/code-blocks.js";
import { repository } from "../support/package/install.js";
import { findLinks } from "../support/package/markdown.js";
import { run } from "../support/package/run.js";

const pages = ["README.md", "docs/reference/conform.md"];
const images = pages.flatMap((page) =>
  findLinks(readText(page))
    .targets.map((target) => posix.join(posix.dirname(page), target))
    .filter((target) => target.startsWith("docs/images/")),
);
const script = new URL("../../tools/readme-images/terminal-svg.mjs", import.meta.url).href;

/** Renders as the script does. */
async function rendered(text: string, columns: number): Promise<string> {
  const { terminalSvg } = (await import(script)) as {
    terminalSvg: (text: string, options: { columns: number }) => string;
  };
  return terminalSvg(text, { columns });
}

/** The text of each line of an image. */
function imageLines(svg: string): string[] {
  const lines: string[] = [];
  const parser = new SaxesParser();
  let inText = false;
  parser.on("opentag", ({ name }) => {
    if (name === "text") lines.push("");
    inText ||= name === "text";
  });
  parser.on("text", (text) => {
    if (inText) lines.push(`${lines.pop() ?? ""}${text}`);
  });
  parser.on("closetag", ({ name }) => {
    if (name === "text") inText = false;
  });
  parser.write(svg).close();
  return lines;
}

describe("the pictures of the pages", () => {
  it("show what the commands print now", async () => {
    const { code, stdout, stderr } = await run("node", ["tools/readme-images.mjs", "--check"], {
      cwd: repository,
    });
    expect(code, stdout + stderr).toBe(0);
  });

  it("are small", () => {
    expect(images.length).toBeGreaterThan(4);
    for (const image of images)
      expect(statSync(join(repository, image)).size, image).toBeLessThan(
        image.endsWith(".svg") ? 60_000 : 150_000,
      );
  });

  it("have text that can be selected, with its commands", () => {
    const lines = imageLines(readFileSync(join(repository, "docs/images/terminal.svg"), "utf8"));
    expect(lines.filter((line) => line.startsWith("$ "))).toEqual([
      "$ npx oipkit send oem.subscription.activated.v1 --to http://localhost:8080",
      "$ npx oipkit conform http://localhost:8080 --probe http://localhost:8081 --only '6.3.2/time*'",
    ]);
  });

  it("each have a description", () => {
    const tags = pages.flatMap((page) => readText(page).match(/<img [^>]*>/g) ?? []);
    expect(tags.length).toBeGreaterThan(1);
    expect(tags.filter((tag) => !/ alt="[^"]{20,}"/.test(tag))).toEqual([]);
  });
});

describe("the picture of a terminal", () => {
  it("continues long lines at their indentation, and breaks words that are too long", async () => {
    expect(imageLines(await rendered("  one two three\nabcdefghij", 8))).toEqual([
      "  one",
      "  two",
      "  three",
      "abcdefgh",
      "ij",
    ]);
  });

  it("colours text and shows markup as text", async () => {
    const svg = await rendered('\u001b[1;31mbad\u001b[0m <script>&"</script>', 80);
    expect(svg).toContain('<tspan class="s1 s31">bad</tspan>');
    expect(imageLines(svg)).toEqual(['bad <script>&"</script>']);
  });
});

import { describe, expect, it } from "vitest";
import { pages, readText } from "../../support/package/code-blocks.js";
import { findLinks } from "../../support/package/markdown.js";

interface Entry {
  readonly text: string;
  readonly file: string;
  readonly entries: readonly Entry[];
}

interface Section {
  readonly title: string;
  readonly groups: readonly { readonly title?: string; readonly entries: readonly Entry[] }[];
}

const tool = <Exports>(name: string): Promise<Exports> =>
  import(/* @vite-ignore */ new URL(`../../../tools/docs-site/${name}.mjs`, import.meta.url).href);
const { replaceTargets } = await tool<{
  replaceTargets: (text: string, replace: (path: string) => string) => string;
}>("links");
const { describePage } = await tool<{
  describePage: (text: string, file: string) => { title: string; sentence?: string };
}>("describe-page");
const { readIndex } = await tool<{ readIndex: (read: (file: string) => string) => Section[] }>("page-index");
const { sitePath } = await tool<{ sitePath: (path: string, isFolder: boolean) => string }>("addresses");
const { markdown } = await tool<{ markdown: { anchor: { slugify: (heading: string) => string } } }>(
  "markdown",
);

describe("the links of a page on the site", () => {
  it("are those that a reader of the Markdown sees: nothing in code, comments and addresses changes", () => {
    const text =
      '[a](b.md#c) ![d](../e.png) [out](https://a.example) [in](#f)\n\n`[x](y)` ``[x](`y`)``\n\n```md\n[x](y)\n```\n<!-- [x](y) -->\n<img src="h.svg" alt="">\n\n[k]: l.md\n';
    expect(replaceTargets(text, (path) => path.toUpperCase())).toBe(
      text
        .replace("b.md#c", "B.MD#c")
        .replace("../e.png", "../E.PNG")
        .replace("h.svg", "H.SVG")
        .replace("l.md", "L.MD"),
    );
  });

  it.each(pages)("are found in %s", (page) => {
    const found: string[] = [];
    const text = readText(page);
    const unchanged = replaceTargets(text, (path) => {
      found.push(path);
      return path;
    });
    const wanted = findLinks(text).targets.map((target) => decodeURIComponent(target.split("#")[0] ?? ""));
    expect(found.sort()).toEqual(wanted.filter((path) => path !== "").sort());
    expect(unchanged).toBe(text);
  });

  it.each([
    ["README.md", false, "index.md"],
    ["docs/README.md", false, "contents.md"],
    ["docs/decisions/README.md", false, "decisions/index.md"],
    ["docs/guide/client.md", false, "guide/client.md"],
    ["generated/reference/events.md", false, "platform/events.md"],
    ["docs/images/terminal.svg", false, "images/terminal.svg"],
    ["contracts/clauses.yaml", false, "files/contracts/clauses.yaml.txt"],
    ["examples/receivers", true, "files/examples/receivers/index.md"],
  ])("to %s lead to what the site has of it", (path, isFolder, expected) => {
    expect(sitePath(path, isFolder)).toBe(expected);
  });

  it.each(pages)("to headings of %s have the anchors of GitHub", (page) => {
    const { anchors } = findLinks(readText(page));
    const headings = [
      ...readText(page)
        .replace(/^```[\s\S]*?^```$/gm, "")
        .matchAll(/^#{1,6} (.*)$/gm),
    ].map(([, heading = ""]) => markdown.anchor.slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")));
    expect(headings.length).toBeGreaterThan(0);
    expect(headings.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

describe("the description of a page", () => {
  it.each([
    ["# A `b`\n\nWhat it does, e.g. this. More.", "What it does, e.g. this."],
    ["# A\n\n`a.md` is read. `b` follows.", "a.md is read."],
    [
      "# A\n\n```sh\nnpm test\n```\n\n**Decision.** It [holds](b.md) for\n`<c>`: always. So.",
      "It holds for <c>: always.",
    ],
    ["# A\n\nIt makes this:\n", "It makes this."],
    ["# A\n\n- One.\n\n[b](b.md)\n\n## C\n\nAbout c.", undefined],
  ])("is its first sentence: %j", (text, sentence) => {
    expect(describePage(text, "a.md").sentence).toBe(sentence);
  });

  it("needs a title", () => {
    expect(() => describePage("Text.", "a.md")).toThrow("a.md: no title");
  });
});

describe("the index of the documentation", () => {
  it("is read with its doors, what belongs below a page, and the pages of other lists", () => {
    const files: Record<string, string> = {
      "docs/README.md":
        "# D\n\n## Guide\n\n- Be one: [a](a.md) ([b](b.md), [c](c.md)), [`d`](d.md)\n- The example platform: [e](e.md)\n\n## More\n\n- [f](f/README.md)\n",
      "docs/f/README.md": "# F\n\n- [G](g.md)\n",
      "generated/reference/README.md": "# R\n\n- [H](h.md)\n",
    };
    const brief = ({ file, entries }: Entry): unknown =>
      entries.length > 0 ? [file, entries.map(brief)] : file;
    const sections = readIndex((file) => files[file] ?? "");
    expect(
      sections.map(({ title, groups }) => [
        title,
        groups.map((group) => [group.title, group.entries.map(brief)]),
      ]),
    ).toEqual([
      [
        "Guide",
        [
          ["Be one", [["docs/a.md", ["docs/b.md", "docs/c.md"]], "docs/d.md"]],
          [
            "The example platform",
            ["docs/e.md", ["generated/reference/README.md", ["generated/reference/h.md"]]],
          ],
        ],
      ],
      ["More", [[undefined, [["docs/f/README.md", ["docs/f/g.md"]]]]]],
    ]);
  });
});

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { findLinks } from "../support/package/markdown.js";

describe.each(inject("installation").packages)(
  "the pages of the installed $name",
  ({ installed, packed }) => {
    const pages = packed.filter((path) => path.endsWith(".md"));
    const read = (path: string) => findLinks(readFileSync(join(installed, path), "utf8"));

    it("link only to files and headings in the package", () => {
      const dead = pages.flatMap((page) =>
        read(page)
          .targets.filter((target) => !leads(page, target))
          .map((target) => `${page}: ${target}`),
      );
      expect(pages).toContain("README.md");
      expect(dead).toEqual([]);
    });

    function leads(page: string, target: string): boolean {
      const [path = "", anchor] = decodeURIComponent(target).split("#");
      const file = path === "" ? page : posix.join(posix.dirname(page), path);
      if (file.startsWith("..") || !existsSync(join(installed, file))) return false;
      if (anchor === undefined || statSync(join(installed, file)).isDirectory()) return anchor === undefined;
      return file.endsWith(".md") && read(file).anchors.has(anchor);
    }
  },
);

describe("this test", () => {
  it("finds links, images, HTML and definitions outside of code, and creates anchors as GitHub does", () => {
    const { targets, anchors } = findLinks(
      '# What `a-b` does, and §2.7\n\n## Twice\n\n## Twice\n\n[a](b.md#c) ![d](e.png) [f]\n\n[f]: g.md\n\n`[x](y)`\n\n```md\n[x](y)\n```\n[out](https://example.com) [in](#twice)\n\n<img src="h.svg" alt="">\n',
    );
    expect(targets).toEqual(["b.md#c", "e.png", "g.md", "#twice", "h.svg"]);
    expect([...anchors]).toEqual(["what-a-b-does-and-27", "twice", "twice-1"]);
  });
});

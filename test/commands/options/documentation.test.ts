import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../../cli/main.js";
import { fillOptionTables, optionTables } from "../../../cli/option-table.js";
import { helpText } from "../../../commands/options/help.js";
import { root } from "../../support/generator/emit/contract-folder.js";

const docs = join(root, "docs");
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const tables = await optionTables(commands);
const readPage = (page: string): string => readFileSync(join(docs, page), "utf8");

describe("the tables of options in docs/", () => {
  it.each(pages)("in %s are up to date; `node tools/option-tables.mjs` updates them", (page) => {
    expect(readPage(page)).toBe(fillOptionTables(readPage(page), tables));
  });

  it("show each command once", () => {
    const shown = pages.flatMap((page) => [...readPage(page).matchAll(/<!-- options: (\w+) -->/g)]);
    expect(shown.map(([, name]) => name).sort()).toEqual(Object.keys(commands).sort());
  });

  it("can't be created for an unknown command", () => {
    const page = "<!-- options: mend -->\n<!-- end of options -->";
    expect(() => fillOptionTables(page, tables)).toThrow("`mend`");
  });
});

describe("--help", () => {
  it.each(Object.entries(commands))(
    "of %s fits in 100 columns and lists each option once",
    async (_, { load }) => {
      const { declaration } = await load();
      const help = helpText(declaration);
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
      for (const name of Object.keys(declaration.options))
        expect(help.match(new RegExp(`^ {2}(?:-\\w, )?--${name}(?: |$)`, "gm")), name).toHaveLength(1);
      for (const { name } of declaration.environment ?? []) expect(help).toContain(`  ${name}  `);
      expect(help).not.toContain("`");
    },
  );

  it("aligns descriptions, including those that span several lines", async () => {
    const { declaration } = await (commands.generate as (typeof commands)[string]).load();
    expect(helpText(declaration)).toContain(
      [
        "  --only LIST             outputs, separated by commas: types, client, validators, routes, webhooks,",
        "                          protocol, fixtures, conformance, reference, site, or names of plugins;",
        "                          outputs that these need are added (default: all but site)",
      ].join("\n"),
    );
  });
});

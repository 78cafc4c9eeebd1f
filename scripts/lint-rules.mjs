// Writes the tables of rules between the markers of docs/lint.md, from the texts of the built rules.
// `test/cli/lint/rule-table.test.ts` fails if the page is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { fillRuleTables } from "../dist/cli/lint/rule-table.js";

const page = new URL("../docs/lint.md", import.meta.url);
writeFileSync(page, fillRuleTables(readFileSync(page, "utf8")));

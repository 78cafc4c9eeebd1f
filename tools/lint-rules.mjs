// Writes the tables of rules between the markers of docs/reference/lint.md, from the texts of the built rules.
// `test/commands/lint/command/rule-table.test.ts` fails if the page is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { fillRuleTables } from "../dist/commands/lint/command/rule-table.js";

const page = new URL("../docs/reference/lint.md", import.meta.url);
writeFileSync(page, fillRuleTables(readFileSync(page, "utf8")));

// Writes the options of each command, as the built command line declares them, between the markers of the pages in
// docs/. `test/commands/options` fails if a page is out of date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../dist/cli/main.js";
import { fillOptionTables, optionTables } from "../dist/cli/option-table.js";

const folder = new URL("../docs/", import.meta.url).pathname;
const tables = await optionTables(commands);

for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".md"))) {
  const path = join(folder, name);
  const page = readFileSync(path, "utf8");
  const filled = fillOptionTables(page, tables);
  if (filled !== page) {
    writeFileSync(path, filled);
    console.log(`changed docs/${name}`);
  }
}

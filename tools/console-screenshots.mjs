// Writes pictures of the Console's pages to docs/images/console, with real data of a sandbox: each page wide and light, and narrow and
// dark. `--all DIR` writes every page at both widths, in both themes and languages to a folder, to look at. Needs a build and Chromium
// (see CONTRIBUTING.md).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { populate } from "./console-screenshots/populate.mjs";
import { shoot } from "./console-screenshots/shoot.mjs";

const wide = 1280;
const narrow = 375;
const at = process.argv.indexOf("--all");
const all = at > 0 ? process.argv[at + 1] : undefined;
const to = all ?? fileURLToPath(new URL("../docs/images/console/", import.meta.url));

const looks =
  all === undefined
    ? [
        { width: wide, theme: "light", language: "en" },
        { width: narrow, theme: "dark", language: "en" },
      ]
    : [wide, narrow].flatMap((width) =>
        ["light", "dark"].flatMap((theme) => ["en", "zh"].map((language) => ({ width, theme, language }))),
      );

const { startChromium } = await createJiti(import.meta.url).import("../test/support/services/chromium.ts");
const world = await populate();
const { browser, close } = await startChromium();
try {
  mkdirSync(to, { recursive: true });
  for (const look of looks) {
    let suffix = look.width === narrow ? "-narrow" : "";
    if (all !== undefined) suffix = `-${Object.values(look).join("-")}`;
    for await (const { name, picture } of shoot(browser, { ...world, ...look }))
      writeFileSync(join(to, `${name}${suffix}.webp`), picture);
  }
} finally {
  await close();
  await world.stop();
}

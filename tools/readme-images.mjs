// Writes the pictures of the README to docs/images: a terminal session as SVG, and screenshots of the HTML report. Both show a
// real run against the plain Node.js receiver with two faults. `--check` writes nothing and compares the SVG with what the commands
// print now; the screenshots need Chromium (see CONTRIBUTING.md) and are never compared. Needs a build.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startFaultyReceiver } from "./readme-images/faulty-receiver.mjs";
import { takeScreenshots } from "./readme-images/screenshots.mjs";
import { reportPage, terminalSession } from "./readme-images/session.mjs";
import { terminalSvg } from "./readme-images/terminal-svg.mjs";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const checks = process.argv.includes("--check");

/** Columns of each picture: for a page of 830 pixels, and for a telephone. */
const widths = { "terminal.svg": 96, "terminal-narrow.svg": 46 };

const receiver = await startFaultyReceiver(["window-past-only", "prefix-optional"]);
const folder = mkdtempSync(join(tmpdir(), "oipkit-readme-"));
try {
  const session = await terminalSession(receiver);
  const pictures = Object.entries(widths).map(([name, columns]) => [name, terminalSvg(session, { columns })]);
  if (checks) {
    const stale = pictures.filter(([name, svg]) => readFileSync(join(images, name), "utf8") !== svg);
    for (const [name] of stale)
      console.log(`stale docs/images/${name}: run node tools/readme-images.mjs and commit the result`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    mkdirSync(images, { recursive: true });
    for (const [name, svg] of pictures) writeFileSync(join(images, name), svg);
    await takeScreenshots({ page: await reportPage(receiver, folder), to: images });
  }
} finally {
  await receiver.stop();
  rmSync(folder, { recursive: true });
}

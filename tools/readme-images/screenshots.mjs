import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createJiti } from "jiti";

/** Widths of the window, in CSS pixels. */
const widths = { "": 900, "-narrow": 400 };

/** What is shown below the first finding, in CSS pixels. */
const margin = 8;

/** Writes report-light.webp, report-dark.webp and their narrow forms. */
export async function takeScreenshots({ page: path, to }) {
  const { startChromium } = await createJiti(import.meta.url).import(
    "../../test/support/services/chromium.ts",
  );
  const { browser, close } = await startChromium();
  try {
    for (const [suffix, width] of Object.entries(widths))
      for (const colorScheme of ["light", "dark"]) {
        const page = await browser.newPage({
          viewport: { width, height: 1200 },
          colorScheme,
          deviceScaleFactor: 2,
        });
        await page.goto(pathToFileURL(path).href);
        const { y, height } = await page.locator("article").first().boundingBox();
        const png = await page.screenshot({ clip: { x: 0, y: 0, width, height: y + height + margin } });
        await page.close();
        writeFileSync(join(to, `report${suffix}-${colorScheme}.webp`), await webp(browser, png));
      }
  } finally {
    await close();
  }
}

/** Playwright makes no WebP images, but the browser does. */
async function webp(browser, png) {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d").drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.7 });
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

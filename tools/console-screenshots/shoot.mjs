import { shownPages } from "./pages.mjs";

const heights = { 375: 780, 1280: 860 };

/** The pictures of all pages in one look, as WebP. */
export async function* shoot(browser, { sandbox, width, theme, language, ...world }) {
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    colorScheme: theme,
    locale: language === "zh" ? "zh-CN" : "en-US",
    deviceScaleFactor: width < 1000 ? 2 : 1.5,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(`${sandbox.origin}/console/sign-in?return_to=${encodeURIComponent("/console/")}`);
  await page.locator('input[value="per_ada"]').check();
  await page.locator('button[value="yes"]').click();
  await page.waitForURL((url) => url.pathname.startsWith("/console"));
  for (const { name, path, prepare } of await shownPages(world)) {
    await page.goto(`${sandbox.origin}/console/${path}`);
    await page.locator("main h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector("main .skeleton") === null);
    await prepare?.(page);
    await page.evaluate(() => document.fonts.ready);
    yield { name, picture: await webp(browser, await page.screenshot()) };
  }
  await context.close();
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
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.72 });
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

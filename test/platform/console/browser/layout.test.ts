// @needs chromium, fonts
import { afterAll, beforeAll, expect, it } from "vitest";
import { cutTexts, type Look, takeLook } from "../../../support/platform/console/browser/cut-text.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";
import { type Populated, populate } from "../../../support/platform/console/browser/populated.js";

let browserConsole = {} as BrowserConsole;
let populated = {} as Populated;
let { page } = {} as OpenedPage;

beforeAll(async () => {
  browserConsole = await startBrowserConsole("layout");
  populated = await populate(browserConsole);
  ({ page } = await browserConsole.open({ path: populated.paths[0] ?? "" }));
});

afterAll(async () => {
  await populated.endpoint?.close();
  await browserConsole.close?.();
});

const looks: readonly Look[] = [1280, 768, 375].flatMap((width) =>
  (["en", "zh"] as const).flatMap((language) =>
    (["DejaVu Sans", "Noto Sans"] as const).map((font) => ({ width, language, font })),
  ),
);

async function open(path: string): Promise<void> {
  await page.goto(`${browserConsole.sandbox.origin}/console/${path}`);
  await page.locator("main h1").waitFor();
  await page.waitForFunction(() => document.querySelector("main .skeleton") === null);
}

/** The families that the heading is drawn with. */
async function headingFonts(): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "main h1" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

it("measures with the fonts that it names, and finds what is cut", async () => {
  await open(populated.paths[0] ?? "");
  for (const font of ["DejaVu Sans", "Noto Sans"] as const) {
    await takeLook(page, { width: 1280, language: "en", font });
    expect(await headingFonts()).toEqual([font]);
  }
  await takeLook(page, { width: 1280, language: "zh", font: "Noto Sans" });
  expect(await headingFonts()).toEqual(["Noto Sans CJK SC"]);
  for (const style of [
    "h1 { width: 2rem; overflow: hidden; white-space: nowrap }",
    "h1 { width: 2rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }",
    ".application-card h2 { margin-right: -30rem; white-space: nowrap; letter-spacing: 1rem }",
    ".badge { padding: 0 !important }",
    "main { padding: 0 !important }",
  ]) {
    // The content security policy lets no style element in.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, style);
    await page.setViewportSize({ width: style.startsWith("main") ? 375 : 1280, height: 900 });
    expect(await cutTexts(page), style).not.toEqual([]);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  }
});

it("shows every text whole, on every page, in each language, width and font", async () => {
  const found: string[] = [];
  for (const path of populated.paths) {
    await open(path);
    for (const look of looks) {
      await takeLook(page, look);
      const { width, language, font } = look;
      for (const text of await cutTexts(page)) found.push(`${path} ${width} ${language} ${font}: ${text}`);
    }
  }
  expect(found).toEqual([]);
});

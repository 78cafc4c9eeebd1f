import type { Page } from "playwright-core";
import { loadAxe, violations } from "./axe.js";

const widths = [1280, 375];

/**
 * What is wrong with a page as it stands, in both languages, at both widths and in both themes: axe's findings, and scrolling sideways or past its end.
 * The page isn't loaded again: language, width and theme change in place. In the end, it is 1280 wide again, and as it was.
 */
export async function problemsInEveryLook(page: Page): Promise<string[]> {
  await loadAxe(page);
  const found: string[] = [];
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    const lines = await page.evaluate(lookAtAll);
    found.push(...lines.map((line) => `${new URL(page.url()).pathname} ${width} ${line}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

/** Axe's findings, but for what React Aria announced of buttons that were pending: it stays for seven seconds, beside the page. */
export async function settledViolations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const said of document.querySelectorAll("[data-live-announcer] [role='img']")) said.remove();
  });
  return violations(page);
}

/** Runs in the page, once for each width, since calls from outside take longer than axe. */
async function lookAtAll(): Promise<string[]> {
  // Colours would be measured half-way.
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { animation: none !important; transition: none !important }");
  document.adoptedStyleSheets.push(still);
  // What this tab would hear if another one had switched.
  const choose = async (name: string, newValue: string | null): Promise<void> => {
    const key = `console.${name}`;
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  const { documentElement: root } = document;
  const before = ["language", "theme"].map(
    (name) => [name, localStorage.getItem(`console.${name}`)] as const,
  );
  await new Promise(requestAnimationFrame);
  const found: string[] = [];
  for (const language of ["en", "zh"]) {
    await choose("language", language);
    for (const theme of ["light", "dark"]) {
      await choose("theme", theme);
      for (const said of document.querySelectorAll("[data-live-announcer] [role='img']")) said.remove();
      const lines = await (window as unknown as { violations: () => Promise<string[]> }).violations();
      if (root.scrollWidth > innerWidth) lines.push("scrolls sideways");
      const frame = document.querySelector(".frame");
      const end = frame === null ? 0 : frame.getBoundingClientRect().bottom + scrollY;
      if (frame !== null && root.scrollHeight > Math.max(innerHeight, Math.ceil(end)))
        lines.push(`scrolls ${root.scrollHeight - end} pixels past its end`);
      if (!root.lang.startsWith(language) || getComputedStyle(document.body).colorScheme !== theme)
        lines.push("isn't shown so");
      found.push(...lines.map((line) => `${language} ${theme}: ${line}`));
    }
  }
  for (const [name, value] of before) await choose(name, value);
  document.adoptedStyleSheets.pop();
  return found;
}

import type { BrowserContext, Page } from "playwright-core";
import { createControlClient } from "../../../../../platform/sandbox/control/control-client.js";
import { type Sandbox, startSandbox } from "../../../../../platform/sandbox/start-sandbox.js";
import { startChromium } from "../../../services/chromium.js";

/** How a page is opened. */
export interface PageOptions {
  /** Who signs in; `null` for nobody. Default: `per_ada`. */
  readonly person?: string | null;
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly language?: "en" | "zh";
  /** Below `/console/`. */
  readonly path?: string;
}

/** A page of the Console, and what went wrong in it: errors of the console and requests to another origin. */
export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly trouble: string[];
  readonly close: () => Promise<void>;
}

/** A sandbox with its Console, and a browser: one of each for a test file. */
export interface BrowserConsole {
  readonly sandbox: Sandbox;
  readonly control: ReturnType<typeof createControlClient>;
  readonly open: (options?: PageOptions) => Promise<OpenedPage>;
  /** Signs somebody in, in a context that has a page already. */
  readonly signIn: (page: Page, person?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const height = 900;

/** How long a page may take until it shows what is expected, in milliseconds, on a machine that does other things, too. */
const patience = 45_000;

/** Starts both. The Console is the built one: run `npm run build` after changes of `platform/console/app`. */
export async function startBrowserConsole(seed: string): Promise<BrowserConsole> {
  const [sandbox, { browser, close }] = await Promise.all([startSandbox({ seed }), startChromium()]);
  const { origin } = sandbox;
  const signIn = async (page: Page, person = "per_ada"): Promise<void> => {
    const field = page.locator(`input[name="person"][value="${person}"]`);
    await field.check();
    await page.locator('button[value="yes"]').click();
    await page.waitForURL((url) => url.pathname.startsWith("/console"));
  };
  return {
    sandbox,
    control: createControlClient({ control: sandbox.control.url, token: sandbox.control.token }),
    signIn,
    async open({ person = "per_ada", width = 1280, theme = "light", language = "en", path = "" } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        locale: language === "zh" ? "zh-CN" : "en-US",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      const trouble: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") trouble.push(message.text());
      });
      page.on("pageerror", (error) => trouble.push(String(error)));
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== origin) trouble.push(`request to ${request.url()}`);
      });
      if (person === null) await page.goto(`${origin}/console/${path}`);
      else {
        await page.goto(`${origin}/console/sign-in?return_to=${encodeURIComponent(`/console/${path}`)}`);
        await signIn(page, person);
      }
      return { page, context, trouble, close: () => context.close() };
    },
    async close() {
      await close();
      await sandbox.close();
    },
  };
}

/** Everything that a page keeps outside of its memory: its address, its storage and its document. */
export function keptIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
    ]),
  );
}

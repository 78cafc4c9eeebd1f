import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { installedChromium, packagedChromium, sharedChromium } from "./chromium-files.js";

/** A browser, and a function that closes it and removes its files. */
export interface StartedBrowser {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** Without a sandbox, which doesn't work as root, and without background network requests. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the Chromium that `CHROMIUM` names, an installed one, or the npm package's. */
export async function startChromium(): Promise<StartedBrowser> {
  const executablePath = installedChromium();
  if (executablePath !== undefined) {
    const browser = await chromium.launch({ executablePath, args });
    return { browser, close: () => browser.close() };
  }
  const carried = packagedChromium();
  if (carried === undefined) throw new Error("Chromium not found: install it, or set CHROMIUM to its path");
  const folder = await mkdtemp(join(tmpdir(), "oipkit-chromium-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { executablePath: path, variables } = await sharedChromium(carried, folder);
    const browser = await chromium.launch({
      executablePath: path,
      args,
      env: { ...process.env, HOME: folder, ...variables },
    });
    return { browser, close: () => browser.close().finally(remove) };
  } catch (failure) {
    await remove();
    throw failure;
  }
}

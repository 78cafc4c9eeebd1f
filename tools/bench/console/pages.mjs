import { chromium } from "playwright-core";
import { startSandbox } from "../../../platform/sandbox/dist/index.js";

const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

/**
 * What was measured of a page, a value for each round.
 * @typedef {object} Series
 * @property {string} label
 * @property {number[]} firstPaint milliseconds from the navigation to the first contentful paint
 * @property {number[]} largestPaint the same to the largest one
 * @property {number[]} shift cumulative layout shift
 * @property {number[]} bytes of everything that was loaded, as transferred
 */

/**
 * Loads each page with an empty cache, in turn.
 * @param {number} rounds
 * @returns {Promise<{ readonly pages: readonly Series[], readonly browser: string }>}
 */
export async function measurePages(rounds) {
  const sandbox = await startSandbox();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const front = `${sandbox.origin}/console/`;
    const pages = [await measure(page, { label: "sign-in", url: front, rounds })];
    await page.goto(`${front}sign-in?return_to=/console/`);
    await page.locator('input[name="person"][value="per_ada"]').check();
    await page.locator('button[value="yes"]').click();
    await page.waitForURL((url) => url.pathname.startsWith("/console/"));
    for (const [label, url] of await addresses(sandbox, front))
      pages.push(await measure(page, { label, url, rounds }));
    return { pages, browser: browser.version() };
  } finally {
    await browser.close();
    await sandbox.close();
  }
}

/** The pages of a new application, and those of its organization. */
async function addresses({ control }, front) {
  const answer = await fetch(`${control.url}/applications`, {
    method: "POST",
    headers: { authorization: `Bearer ${control.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Bench", owner: "per_ada", organization_id: "org_acme" }),
  });
  const { application } = await answer.json();
  const scope = `${front}org_acme/${application.environment}`;
  const one = `${scope}/applications/${application.application_id}`;
  const own = ["products", "webhook", "event-tests", "deliveries", "requests", "getting-started"];
  return [
    ["applications", `${scope}/applications`],
    ["application", one],
    ...own.map((name) => [name, `${one}/${name}`]),
    ["customers", `${scope}/customers`],
  ];
}

/** @param {import("playwright-core").Page} page @param {{ label: string, url: string, rounds: number }} what */
async function measure(page, { label, url, rounds }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  /** @type {Series} */
  const series = { label, firstPaint: [], largestPaint: [], shift: [], bytes: [] };
  for (let round = -1; round < rounds; round++) {
    await page.goto("about:blank");
    await page.goto(url);
    await page.locator("h1").first().waitFor();
    const found = await page.evaluate(readTimings);
    // The first load warms up the server.
    if (round < 0) continue;
    for (const name of ["firstPaint", "largestPaint", "shift", "bytes"]) series[name].push(found[name]);
  }
  await session.detach();
  return series;
}

/** Runs in the page. The page counts as quiet when no request and no shift came for half a second. */
function readTimings() {
  const found = { firstPaint: 0, largestPaint: 0, shift: 0, bytes: 0 };
  return new Promise((resolve) => {
    let quiet = 0;
    const done = () => {
      found.bytes = performance
        .getEntriesByType("resource")
        .concat(performance.getEntriesByType("navigation"))
        .reduce((total, { transferSize }) => total + transferSize, 0);
      resolve(found);
    };
    const later = () => {
      clearTimeout(quiet);
      quiet = setTimeout(done, 500);
    };
    const take = {
      paint: ({ name, startTime }) => {
        if (name === "first-contentful-paint") found.firstPaint = startTime;
      },
      "largest-contentful-paint": ({ startTime }) => {
        found.largestPaint = startTime;
      },
      "layout-shift": ({ value }) => {
        found.shift += value;
      },
      resource: () => {},
    };
    for (const [type, read] of Object.entries(take))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) read(entry);
        later();
      }).observe({ type, buffered: true });
    later();
  });
}

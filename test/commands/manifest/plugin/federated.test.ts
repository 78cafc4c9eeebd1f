// @needs chromium
import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { computeIntegrity } from "../../../../commands/manifest/manifest.js";
import { parseManifest } from "../../../../commands/manifest/read-manifest.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { platformFormat } from "../../../support/commands/manifest/artifact.js";
import { buildApp } from "../../../support/commands/manifest/plugin/build-app.js";
import { type StartedBrowser, startChromium } from "../../../support/services/chromium.js";

let { browser, close } = {} as StartedBrowser;

beforeAll(async () => {
  ({ browser, close } = await startChromium());
});

afterAll(() => close());

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  afterThisTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".svg": "image/svg+xml" };

/** Builds the application and opens a host from another origin, which loads it with the digests of the manifest. */
async function open(tamper: (path: string) => boolean = () => false) {
  const root = await buildApp();
  const bytes = readFileSync(join(root, "dist/artifact-manifest.json"));
  const { manifest } = parseManifest(bytes, "artifact-manifest.json", await platformFormat());
  const assets = manifest?.assets ?? [];
  for (const { path } of assets.filter((asset) => tamper(asset.path)))
    appendFileSync(join(root, "dist", path), "\n// one more line\n");
  const cdn = await serve(({ url = "" }, response) => {
    // Nothing but the assets is served.
    if (!assets.some(({ path }) => path === url)) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": types[extname(url)] ?? "text/plain",
      "access-control-allow-origin": "*",
    });
    response.end(readFileSync(join(root, "dist", url)));
  });
  const integrity = Object.fromEntries(
    assets
      .filter(({ path }) => path.endsWith(".js"))
      .map(({ path, sha256 }) => [cdn + path, computeIntegrity(sha256)]),
  );
  const script = `
    const { get } = await import(${JSON.stringify(cdn + manifest?.container)});
    const { show } = await get("widget");
    show(document.body);`;
  const host = await serve((_, response) => {
    response.setHeader("content-type", "text/html").end(
      `<!doctype html><script type="importmap">${JSON.stringify({ integrity })}</script>
      <script type="module">try { ${script} } catch (error) { document.body.textContent = "refused: " + error.message; }</script>`,
    );
  });
  const page = await browser.newPage();
  afterThisTest(() => page.close());
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(host);
  await page.waitForFunction("document.body.textContent !== ''");
  return { text: await page.textContent("body"), said };
}

it("a browser loads a federated application with the digests of its manifest", async () => {
  const { text } = await open();
  expect(text).toMatch(/^a federated app,.*\/assets\/logo-[\w-]+\.svg$/);
});

it("a browser refuses a part that isn't the one in the manifest", async () => {
  const { text, said } = await open((path) => path.includes("/shared-"));
  expect(text).toContain("refused: ");
  expect(said.join("\n")).toMatch(/integrity/i);
});

// Builds the documentation as a site: `npm run docs`. With `--serve`, it also serves it on 127.0.0.1, at `--port` (default: 4173; 0: any), until it is
// ended. `--folder` is where it writes (default: tools/docs-site/dist, which git ignores): the site is in its `site/`.
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("docs-site", import.meta.url));
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: join(root, "dist") },
    serve: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
  },
});
const folder = resolve(values.folder);
process.env.OIPKIT_DOCS_SITE = folder;

try {
  const { build } = await import("vitepress");
  await build(root);
  console.log(`The site is in ${join(folder, "site")}.`);
  if (values.serve) await serve(Number(values.port));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function serve(port) {
  const { preview } = await import("vite");
  const server = await preview({
    root: folder,
    configFile: false,
    appType: "mpa",
    logLevel: "error",
    build: { outDir: "site" },
    preview: { host: "127.0.0.1", port, strictPort: true },
  });
  console.log(`It is served at ${server.resolvedUrls.local[0]}`);
}

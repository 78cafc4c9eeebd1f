import { build, type PluginOption } from "vite";
import type { ArtifactManifestOptions } from "../../../../../commands/manifest/plugin/index.js";
import { artifactManifest } from "../../../../../commands/manifest/plugin/index.js";
import { folderWith, generated } from "../artifact.js";

/** A micro-frontend: the host imports the container, which loads a widget with a style and a shared part when it is asked for. */
export const sources = {
  "package.json": '{ "name": "app", "version": "3.1.4" }',
  "src/main.js":
    'import { name } from "./shared.js";\ndocument.title = name;\nimport("./container.js").then(({ get }) => get("widget"));\n',
  "src/container.js":
    'const modules = { widget: () => import("./widget.js") };\nexport const get = (name) => modules[name]();\n',
  "src/widget.js":
    'import { name } from "./shared.js";\nimport logo from "./logo.svg?no-inline";\nexport const show = (element) => { element.textContent = [name, logo].join(); };\n',
  "src/shared.js": 'export const name = "a federated app";\n',
  "src/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  "public/robots.txt": "User-agent: *\n",
};

/** Builds the micro-frontend with Vite in a new folder, and returns that; the output is in `dist`. */
export async function buildApp(
  options: ArtifactManifestOptions = {},
  more: {
    readonly plugins?: PluginOption[];
    readonly files?: Readonly<Record<string, string>>;
    readonly base?: string;
  } = {},
): Promise<string> {
  const root = folderWith({ ...sources, ...more.files });
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    base: more.base ?? "/",
    plugins: [
      ...(more.plugins ?? []),
      artifactManifest({
        entry: "main",
        container: "container",
        runtime: "example",
        validators: generated,
        ...options,
      }),
    ],
    build: {
      minify: false,
      modulePreload: false,
      rollupOptions: {
        preserveEntrySignatures: "strict",
        input: {
          main: `${root}/src/main.js`,
          container: `${root}/src/container.js`,
        },
      },
    },
  });
  return root;
}

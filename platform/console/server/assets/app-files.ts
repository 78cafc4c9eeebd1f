import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the page as built. */
export interface AppFile {
  readonly path: string;
  readonly type: string;
  /** Whether its name changes with its content. */
  readonly isImmutable: boolean;
  /** The same file, compressed, by encoding; the best first. */
  readonly compressed: readonly { readonly encoding: string; readonly path: string }[];
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  ico: "image/x-icon",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
};

/** The package's own page: beside what is compiled, or in `dist` if this is the source. */
export function builtApp(): string {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const isCompiled = here.includes(`${sep}dist${sep}server${sep}`);
  return fileURLToPath(new URL(isCompiled ? "../../app/" : "../../dist/app/", import.meta.url));
}

/** The files of a folder by their path in it, with `/`. What isn't listed here isn't served, whatever a request says. */
export function appFiles(folder: string): ReadonlyMap<string, AppFile> {
  const found = new Map<string, string>();
  for (const entry of entriesOf(folder)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(
      path
        .slice(join(folder, "x").length - 1)
        .split(sep)
        .join("/"),
      path,
    );
  }
  const files = new Map<string, AppFile>();
  for (const [name, path] of found) {
    const type = types[/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ""];
    if (type === undefined) continue;
    const compressed = [
      { encoding: "br", path: found.get(`${name}.br`) },
      { encoding: "gzip", path: found.get(`${name}.gz`) },
    ].flatMap((each) => (each.path === undefined ? [] : [{ encoding: each.encoding, path: each.path }]));
    // As Vite names them: `assets/name-hash.js`.
    const isImmutable = /^assets\/.*-[\w-]{8,}\.[a-z0-9]+$/.test(name);
    files.set(name, { path, type, isImmutable, compressed });
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}

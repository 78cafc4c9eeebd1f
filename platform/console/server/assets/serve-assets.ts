import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const base = "/console/";

/** Answers `GET` for the page: its files, and its document for every other path below `/console/`. */
export function assetServer(folder = builtApp()): (request: Request) => Promise<Response> {
  let files: ReadonlyMap<string, AppFile> | undefined;
  const contents = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const assetContent = (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const known = contents.get(path);
    if (known !== undefined) return known;
    const read = readFile(path).then((bytes) => new Uint8Array(bytes));
    read.catch(() => contents.delete(path));
    contents.set(path, read);
    return read;
  };
  return async (request) => {
    // A page that is built while this runs is found.
    if (files === undefined || files.size === 0) files = appFiles(folder);
    const { pathname } = new URL(request.url);
    const name = pathname.slice(base.length);
    const found = files.get(name);
    // A file that isn't there isn't the page.
    if (found === undefined && name.startsWith("assets/")) return text(404, "There is no such file.\n");
    const file = found ?? files.get("index.html");
    if (file === undefined) return text(503, "The page of the Console isn't built: run `npm run build`.\n");
    return answerWith(file, { request, assetContent });
  };
}

async function answerWith(
  { path, type, isImmutable, compressed }: AppFile,
  {
    request,
    assetContent,
  }: { readonly request: Request; readonly assetContent: (path: string) => Promise<Uint8Array<ArrayBuffer>> },
): Promise<Response> {
  const accepted = acceptedEncodings(request.headers.get("accept-encoding") ?? "");
  const chosen = compressed.find(({ encoding }) => accepted.has(encoding));
  const content = await assetContent(chosen?.path ?? path);
  const headers = {
    "content-type": type,
    "cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-store",
    "content-length": String(content.length),
    ...(compressed.length > 0 && { vary: "accept-encoding" }),
    ...(chosen !== undefined && { "content-encoding": chosen.encoding }),
  };
  return new Response(request.method === "HEAD" ? null : content, { headers });
}

/** The encodings that a header names, without those of weight 0 (RFC 9110, section 12.5.3). */
function acceptedEncodings(header: string): ReadonlySet<string> {
  const named = header.split(",").flatMap((each) => {
    const [name = "", weight = ""] = each.toLowerCase().replace(/\s/g, "").split(";");
    if (/^q=0(?:\.0*)?$/.test(weight)) return [];
    return [name];
  });
  return new Set(named);
}

function text(status: number, content: string): Response {
  return new Response(content, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

/** A file of the page as built. */
interface AppFile {
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
function appFiles(folder: string): ReadonlyMap<string, AppFile> {
  const found = new Map<string, string>();
  for (const entry of listFiles(folder)) {
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

function listFiles(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}

import { readFile } from "node:fs/promises";
import { type AppFile, appFiles, builtApp } from "./app-files.js";

const base = "/console/";

/** Answers `GET` for the page: its files, and its document for every other path below `/console/`. */
export function assetServer(folder = builtApp()): (request: Request) => Promise<Response> {
  let files: ReadonlyMap<string, AppFile> | undefined;
  const contents = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const contentOf = (path: string): Promise<Uint8Array<ArrayBuffer>> => {
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
    return answerWith(file, { request, contentOf });
  };
}

async function answerWith(
  { path, type, isImmutable, compressed }: AppFile,
  {
    request,
    contentOf,
  }: { readonly request: Request; readonly contentOf: (path: string) => Promise<Uint8Array<ArrayBuffer>> },
): Promise<Response> {
  const accepted = acceptedEncodings(request.headers.get("accept-encoding") ?? "");
  const chosen = compressed.find(({ encoding }) => accepted.has(encoding));
  const content = await contentOf(chosen?.path ?? path);
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
    return /^q=0(?:\.0*)?$/.test(weight) ? [] : [name];
  });
  return new Set(named);
}

function text(status: number, content: string): Response {
  return new Response(content, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

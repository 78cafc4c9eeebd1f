import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { findLinks, type Links } from "../../package/markdown.js";

/** The paths of the files of a built site, sorted. */
export function sitePaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** The links and anchors of a page of the site, or of its Markdown. */
export function readLinks(folder: string, path: string): Links {
  const text = readFileSync(join(folder, path), "utf8");
  return path.endsWith(".html") ? findHtmlLinks(text) : findLinks(text);
}

/** The links of built HTML, in which every attribute has quotes and every quote in a text is escaped. */
export function findHtmlLinks(html: string): Links {
  const values = (names: string): string[] =>
    [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value = ""]) =>
      value.replaceAll("&amp;", "&"),
    );
  const isRelative = (target: string): boolean => !/^[a-z][a-z0-9+.-]*:/i.test(target);
  return { targets: values("href|src|srcset").filter(isRelative), anchors: new Set(values("id")) };
}

/** The links of some files of a site that lead to no file of it, or to no anchor, as `file: target`. */
export function deadLinks(folder: string, paths: readonly string[]): string[] {
  const known = new Map<string, Links>();
  const linksIn = (path: string): Links => {
    const links = known.get(path) ?? readLinks(folder, path);
    known.set(path, links);
    return links;
  };
  const leads = (from: string, target: string): boolean => {
    const [path = "", anchor] = decodeURIComponent(target).split("#");
    const file = path === "" ? from : targetFile(from, path);
    if (file.startsWith("..") || !existsSync(join(folder, file))) return false;
    return anchor === undefined || anchor === "" || linksIn(file).anchors.has(anchor);
  };
  return paths.flatMap((path) =>
    linksIn(path)
      .targets.filter((target) => !leads(path, target))
      .map((target) => `${path}: ${target}`),
  );
}

/** The file that a link leads to. */
export function targetFile(from: string, path: string): string {
  const file = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(from), path);
  return file === "" || file === "./" || file.endsWith("/") ? posix.join(file, "index.html") : file;
}

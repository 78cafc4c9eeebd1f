// Where the files of the repository are on the site.
import { posix } from "node:path";

/** Pages outside of `docs/`, and what they are called on the site, without `.html`. */
const elsewhere = {
  "README.md": "index",
  "docs/README.md": "contents",
  "CHANGELOG.md": "changes",
  "CONTRIBUTING.md": "contributing/index",
  "SECURITY.md": "security",
  "tools/bench/RESULTS.md": "contributing/benchmarks",
};

/** The folders whose pages are part of the site, and what they are called there. */
const folders = { "docs/": "", "generated/reference/": "platform/" };

/** The address of a page of the repository, such as `guide/client`; undefined if the file is no page of the site. */
export function pageAddress(file) {
  if (Object.hasOwn(elsewhere, file)) return elsewhere[file];
  for (const [folder, address] of Object.entries(folders))
    if (file.startsWith(folder) && file.endsWith(".md"))
      return `${address}${file.slice(folder.length, -".md".length)}`.replace(/(?<=^|\/)README$/, "index");
  return undefined;
}

/** The pages that the site has in addition to those of its folders. */
export const pagesElsewhere = Object.keys(elsewhere);

/** The folders whose pages are part of the site. */
export const pageFolders = Object.keys(folders);

/** Returns whether a file is a picture of the pages. */
export function isPicture(path) {
  return path.startsWith("docs/images/");
}

/**
 * The path on the site of anything that a page links to: the Markdown of a page, a picture, the list of a folder's files, or the text of another
 * file. `.txt`, since a server would call `.ts` a video.
 */
export function sitePath(path, isFolder) {
  const page = pageAddress(path);
  if (page !== undefined) return `${page}.md`;
  if (isPicture(path)) return path.slice("docs/".length);
  return isFolder ? `files/${path}/index.md` : `files/${path}.txt`;
}

/** The target of a link from one path of the site to another. It begins with a dot, without which Vite would look for a package. */
export function relativeTarget(from, to) {
  const target = posix.relative(posix.dirname(from), to);
  return target.startsWith(".") ? target : `./${target}`;
}

// Writes what VitePress builds the site from: the pages with links as they are on the site, the pictures, and the files that pages link to.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isPicture,
  pageAddress,
  pageFolders,
  pagesElsewhere,
  relativeTarget,
  sitePath,
} from "./addresses.mjs";
import { describePage } from "./describe-page.mjs";
import { replaceTargets } from "./links.mjs";
import { llmsText } from "./llms-text.mjs";
import { allEntries, readIndex } from "./page-index.mjs";

/** The folder of the repository. */
export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The text of a file of the repository. */
export const read = (file) => readFileSync(join(repository, file), "utf8");

/** Copied beside the built pages as they are: everything that isn't a page. */
const asTheyAre = "public";

/**
 * Writes the sources of the site into a folder, which is emptied, and returns `{ pages, index }`: each page with its
 * `{ file, address, title, sentence }`, and the index of the documentation.
 * Throws if a page isn't in the index, or if a link leads nowhere.
 */
export function stage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const files = [
    ...pagesElsewhere,
    ...pageFolders.flatMap(filesBelow).filter((file) => file.endsWith(".md")),
  ];
  const index = readIndex(read);
  checkIndex(files, index);
  const pages = [...new Set(files)].map((file) =>
    Object.assign({ file, address: pageAddress(file) }, describePage(read(file), file)),
  );
  const linked = new Set();
  for (const { file, address } of pages)
    write(folder, `${address}.md`, withSiteLinks(read(file), { file, linked }));
  // A list of a folder's files links to them, so the set grows while this goes on.
  for (const path of linked) copyLinked(path, { folder, linked });
  write(
    folder,
    `${asTheyAre}/llms.txt`,
    llmsText({ pages, index, summary: pages.find(({ file }) => file === "README.md").sentence }),
  );
  return { pages, index };
}

/** The files of the repository below a folder, as git knows them. */
function filesBelow(path) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path];
  return execFileSync("git", list, { cwd: repository, encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(repository, file)));
}

function checkIndex(files, index) {
  const listed = new Set(allEntries(index).map(({ file }) => file));
  const missing = files.filter(
    (file) => file.startsWith("docs/") && file !== "docs/README.md" && !listed.has(file),
  );
  if (missing.length > 0) throw new Error(`docs/README.md doesn't list ${missing.join(", ")}`);
}

/** A page whose links lead to what the site has; adds what isn't a page to `linked`. */
function withSiteLinks(text, { file, linked }) {
  return replaceTargets(text, (target) => {
    const path = posix.join(posix.dirname(file), target).replace(/\/$/, "");
    if (!existsSync(join(repository, path))) throw new Error(`${file}: there is no ${target}`);
    if (pageAddress(path) === undefined) linked.add(path);
    return relativeTarget(
      `${pageAddress(file) ?? `files/${posix.dirname(file)}/index`}.md`,
      sitePath(path, isFolder(path)),
    );
  });
}

function copyLinked(path, { folder, linked }) {
  if (isFolder(path)) write(folder, sitePath(path, true), folderPage(path, linked));
  else {
    // VitePress takes pictures from beside the pages, and gives them other names; those of the Markdown stay.
    const [target, beside] = [
      join(folder, asTheyAre, sitePath(path, false)),
      join(folder, sitePath(path, false)),
    ];
    if (isPicture(path)) cpSync(join(repository, path), beside);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(repository, path), target);
  }
}

/** A page that lists the files of a folder, below the folder's own README. */
function folderPage(path, linked) {
  const readme = `${path}/README.md`;
  const files = filesBelow(path);
  const names = files.filter((file) => file !== readme).map((file) => file.slice(path.length + 1));
  const intro = files.includes(readme) ? read(readme).replace(/^# .*\n/, "") : "";
  const text = `# \`${path}\`\n${intro}\n${names.map((name) => `- [\`${name}\`](${name})`).join("\n")}\n`;
  return withSiteLinks(text, { file: readme, linked });
}

function isFolder(path) {
  return statSync(join(repository, path)).isDirectory();
}

function write(folder, path, text) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/**
 * What belongs to the user at the top of an output folder, so that the folder can be a package of its own: neither
 * read, nor compared, nor touched. Contracts can't give a file of these names.
 */
export const keptNames: ReadonlySet<string> = new Set([
  "package.json",
  "tsconfig.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "dist",
  "node_modules",
]);

/** Whether a path, relative to the output folder, is one of those or lies inside of one. */
export function isKept(path: string): boolean {
  const [top = ""] = path.split("/", 1);
  return keptNames.has(top);
}

/** Names at the top of an output folder that belong to the user, so that the folder can be a package. */
export const keptNames: readonly string[] = [
  "package.json",
  "tsconfig.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "dist",
  "node_modules",
];

const lowerCased = new Set(keptNames.map((name) => name.toLowerCase()));

/**
 * Whether a path, relative to the output folder, is one of these names or inside one, ignoring case. Such files are
 * not read, compared or changed, and no output may write them.
 */
export function isKept(path: string): boolean {
  const [top = ""] = path.split("/", 1);
  return lowerCased.has(top.toLowerCase());
}

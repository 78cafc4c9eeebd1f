/** Names at the top of an output folder that are the user's, so that the folder can be a package of its own. */
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
 * Whether a path, relative to the output folder, is one of those or inside of one, whatever its letter case. Such files are
 * neither read, nor compared, nor touched, and no output may have them.
 */
export function isKept(path: string): boolean {
  const [top = ""] = path.split("/", 1);
  return lowerCased.has(top.toLowerCase());
}

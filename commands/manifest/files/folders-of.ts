/** The folders of a relative path, from the top: of `a/b/c.js`, `a` and `a/b`. */
export function foldersOf(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}

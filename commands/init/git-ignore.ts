/** The lines of an existing `.gitignore`, and those of a new one that it lacks. */
export function extendGitIgnore(existing: string, wanted: string): string {
  const known = new Set(existing.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const missing = wanted.split("\n").filter((line) => line !== "" && !known.has(line.replace(/\/$/, "")));
  if (missing.length === 0) return existing;
  const separator = existing === "" || existing.endsWith("\n") ? "" : "\n";
  return `${existing}${separator}${missing.join("\n")}\n`;
}

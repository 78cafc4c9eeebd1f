/** A path of an archive without `.` parts, forward slashes; `undefined` if it is absolute or may lead out. */
export function safeName(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends paths on some systems.
  if (path.startsWith("/") || /^[A-Za-z]:|[\\\u0000]/.test(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? undefined : parts.join("/");
}

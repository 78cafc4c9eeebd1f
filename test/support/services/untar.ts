export interface ArchivedFile {
  readonly path: string;
  readonly content: Buffer;
}

const blockSize = 512;

/** The regular files of an uncompressed tar archive; links and folders are ignored. */
export function untar(archive: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = [];
  let at = 0;
  while (at + blockSize <= archive.length && archive[at] !== 0) {
    const text = (from: number, length: number): string => {
      const field = archive.subarray(at + from, at + from + length);
      const end = field.indexOf(0);
      return field.toString("utf8", 0, end === -1 ? length : end);
    };
    const size = Number.parseInt(text(124, 12), 8);
    const type = text(156, 1);
    const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
    const path = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
    const start = at + blockSize;
    if (type === "0" || type === "") files.push({ path, content: archive.subarray(start, start + size) });
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return files;
}

import { gzipSync } from "node:zlib";

/** An entry of an archive made by hand, as no packer would make it. */
export interface RawEntry {
  readonly name: string;
  readonly text?: string;
  /** Type flag of ustar: "0" is a file, "2" a symbolic link, "5" a folder. */
  readonly type?: string;
  readonly link?: string;
  /** The size in the header, if it isn't that of the text. */
  readonly size?: number;
}

/** A gzipped ustar archive. */
export function makeTarball(entries: readonly RawEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.map(block), Buffer.alloc(1024)]));
}

function block({ name, text = "", type = "0", link = "", size }: RawEntry): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${(size ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

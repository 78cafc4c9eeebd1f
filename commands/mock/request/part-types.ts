import { toPointer } from "@oipkit/runtime/json-pointer";
import type { FieldEncoding } from "../../../reader/model/model.js";
import { type FindingPlace, finding, type MockFinding } from "../exchange.js";
import { essence, mediaFor } from "./headers.js";

/** The head of one part of a multipart body. */
interface PartHead {
  readonly name: string;
  /** As sent; absent if the part names none. */
  readonly type: string | undefined;
}

/** Findings about parts of a multipart form whose media type isn't one that the contract's `encoding` names for them. */
export function partTypeFindings(
  at: FindingPlace,
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
  encodings: Readonly<Record<string, FieldEncoding>>,
): readonly MockFinding[] {
  if (!Object.values(encodings).some(({ contentType }) => contentType !== undefined)) return [];
  return partHeads(bytes, type).flatMap(({ name, type: given }) => {
    const wanted = Object.hasOwn(encodings, name) ? encodings[name]?.contentType : undefined;
    if (wanted === undefined || given === undefined) return [];
    const allowed = wanted.split(",").map((each) => [each.trim(), true] as const);
    if (mediaFor(allowed, given) !== undefined) return [];
    const types = allowed.map(([each]) => `\`${each}\``).join(", ");
    const message = `the part \`${name}\` is \`${essence(given).slice(0, 200)}\`; the contract takes ${types}`;
    const help = "Send it in that media type, or add the one that was sent to `encoding` in the contract.";
    return [{ ...finding(at, { code: "part-type", message, help }), pointer: toPointer([name]) }];
  });
}

/** Most parts whose heads are read. */
const mostParts = 1_000;

/** Longest head of a part, in bytes. */
const mostHeadBytes = 16 * 1024;

/** The heads of the parts of a multipart body that is known to be well-formed. */
function partHeads(bytes: Uint8Array, type: string): readonly PartHead[] {
  const text = boundaryText(type);
  if (text === undefined) return [];
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`--${text}`);
  const heads: PartHead[] = [];
  let at = body.indexOf(delimiter);
  while (at !== -1 && heads.length < mostParts) {
    const start = at + delimiter.length;
    const end = body.indexOf("\r\n\r\n", start);
    if (end === -1 || end - start > mostHeadBytes) break;
    heads.push(readHead(body.toString("utf8", start, end)));
    at = body.indexOf(Buffer.concat([Buffer.from("\r\n"), delimiter]), end);
    if (at !== -1) at += 2;
  }
  return heads;
}

/** The boundary that a media type names, in its case. */
function boundaryText(type: string): string | undefined {
  for (const part of type.split(";").slice(1)) {
    const [key = "", ...value] = part.split("=");
    if (key.trim().toLowerCase() !== "boundary") continue;
    const text = value
      .join("=")
      .trim()
      .replace(/^"(.*)"$/, "$1");
    return text === "" ? undefined : text;
  }
  return undefined;
}

function readHead(text: string): PartHead {
  const lines = text.split("\r\n").map((line) => line.split(/:(.*)/s, 2));
  const value = (wanted: string): string | undefined =>
    lines.find(([name = ""]) => name.trim().toLowerCase() === wanted)?.[1]?.trim();
  const disposition = value("content-disposition") ?? "";
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]*))/i.exec(disposition);
  return { name: name?.[1] ?? name?.[2] ?? "", type: value("content-type") };
}

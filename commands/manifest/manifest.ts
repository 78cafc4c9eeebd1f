import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { ManifestError } from "./errors.js";
import type { ManifestProperties } from "./format.js";

/** A file in a manifest. */
export interface Asset {
  /** Its path from the root of a web server. */
  readonly path: string;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

/** A manifest that its contract's validator accepts, by what its properties mean. */
export interface ArtifactManifest {
  readonly assets: readonly Asset[];
  readonly entry?: string;
  readonly container?: string;
  readonly runtime?: string;
  readonly version?: string;
}

/** Properties that hold one text each. */
export const textRoles = ["entry", "container", "runtime", "version"] as const;

/** Properties that hold the path of an asset. */
export const pathRoles = ["entry", "container"] as const;

/** A manifest in the words of its contract. Properties without a value are left out, which the validator reports. */
export function toDocument(
  manifest: Partial<ArtifactManifest>,
  properties: ManifestProperties,
): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(properties.constants));
  for (const role of textRoles) {
    const name = properties[role];
    if (name !== undefined && manifest[role] !== undefined) values.set(name, manifest[role]);
  }
  const { assets, path, sha256 } = properties;
  values.set(
    assets,
    (manifest.assets ?? []).map((asset) => ({ [path]: asset.path, [sha256]: asset.sha256 })),
  );
  return Object.fromEntries(
    properties.order.filter((name) => values.has(name)).map((name) => [name, values.get(name)]),
  );
}

/** The manifest in a document that the contract's validator has accepted. Throws `TypeError` if it lacks what every manifest has. */
export function fromDocument(value: unknown, properties: ManifestProperties): ArtifactManifest {
  const document = value as Readonly<Record<string, unknown>>;
  const list = document[properties.assets];
  if (!Array.isArray(list)) throw new TypeError(`\`${properties.assets}\` must be a list`);
  const texts = textRoles.flatMap((role) => {
    const name = properties[role];
    const text = name !== undefined && Object.hasOwn(document, name) ? document[name] : undefined;
    if (typeof text === "string") return [[role, text] as const];
    return [];
  });
  const assets = list.map((item: Readonly<Record<string, unknown>> | null) => {
    const [path, sha256] = [item?.[properties.path], item?.[properties.sha256]];
    if (typeof path === "string" && typeof sha256 === "string") return { path, sha256 };
    throw new TypeError(
      `each of \`${properties.assets}\` must have \`${properties.path}\` and \`${properties.sha256}\``,
    );
  });
  return { ...Object.fromEntries(texts), assets };
}

/**
 * Writes a manifest, whole or not at all: under another name first, which is then renamed. A file with the same bytes stays
 * untouched; a link is replaced, not followed. Throws `ManifestError` if it can't be written; `shown` is the path as the user
 * gave it.
 */
export async function writeManifest(path: string, text: string, shown: string): Promise<void> {
  const there = readRegularFile(path);
  if (there.kind === "bytes" && there.bytes.equals(Buffer.from(text))) return;
  const draft = join(dirname(path), `.oipkit-manifest-${randomUUID()}.tmp`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = `${shown}: cannot write ${basename(path)} (${code ?? message})`;
    throw new ManifestError("output-unwritable", problem, { cause });
  }
}

/**
 * The value of `integrity` (Subresource Integrity) for a digest in a manifest, with which a browser refuses any other content.
 * Throws `ManifestError` unless it is 64 hexadecimal digits.
 */
export function computeIntegrity(sha256: string): string {
  if (!/^[0-9a-f]{64}$/i.test(sha256))
    throw new ManifestError("options-conflict", "a digest must have 64 hexadecimal digits");
  return `sha256-${Buffer.from(sha256, "hex").toString("base64")}`;
}

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadManifestFormat, type ManifestFormat } from "../../../../commands/manifest/format.js";
import { afterThisTest } from "../../clean-up.js";

/** The platform's generated folder. */
export const generated = fileURLToPath(new URL("../../../../generated", import.meta.url));

/** The platform's kind of manifest. */
export const platformFormat = (): Promise<ManifestFormat> => loadManifestFormat(generated);

/** The files of a small artifact. */
export const files = {
  "entry.js": "export const entry = 1;\n",
  "assets/container.js": "export const container = 2;\n",
  "assets/style.css": "a {}\n",
};

/** SHA-256 as hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** A new folder with files, which is removed after the test. */
export function folderWith(content: Readonly<Record<string, string | Uint8Array>> = files): string {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-artifact-"));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(content)) write(folder, path, text);
  return folder;
}

/** Writes a file in a folder. */
export function write(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** A valid manifest of the platform, with the given assets. */
export function validManifest(assets: readonly (readonly [path: string, sha256: string])[]) {
  return {
    schema_version: "1.0",
    runtime: "example-runtime",
    artifact_version: "1.0.0",
    entry: "/entry.js",
    container: "/assets/container.js",
    assets: assets.map(([path, digest]) => ({ path, sha256: digest })),
  };
}

/** The manifest of `files`. */
export const right = validManifest(Object.entries(files).map(([path, text]) => [`/${path}`, sha256(text)]));

/** Writes a manifest to a folder of its own, and returns its path. */
export function manifestFile(value: unknown): string {
  return join(
    folderWith({ "manifest.json": typeof value === "string" ? value : JSON.stringify(value) }),
    "manifest.json",
  );
}

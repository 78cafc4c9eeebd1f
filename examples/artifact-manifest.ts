/* The manifest of a small artifact, as the last part of `npm start` prints it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildManifest, loadManifestFormat, verifyFolder, writeManifest } from "oipkit/manifest";

/** Builds and verifies a manifest, changes a file, and verifies again. Returns whether just that change was found. */
export async function artifactManifest(print: (line: string) => void): Promise<boolean> {
  const scratch = mkdtempSync(join(tmpdir(), "oipkit-manifest-"));
  try {
    const folder = join(scratch, "dist");
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "entry.js"), 'import("./assets/container.js");\n');
    writeFileSync(join(folder, "assets/container.js"), "export const get = () => {};\n");
    const format = await loadManifestFormat();
    const built = await buildManifest({
      folder,
      format,
      entry: "/entry.js",
      container: "/assets/container.js",
      runtime: "example-runtime",
      version: "1.0.0",
    });
    const manifest = join(scratch, "artifact-manifest.json");
    await writeManifest(manifest, built.text ?? "", manifest);
    const before = await verifyFolder({ manifest, folder, format });
    writeFileSync(join(folder, "entry.js"), 'import("./assets/other.js");\n');
    const after = await verifyFolder({ manifest, folder, format });
    const codes = after.findings.map(({ code }) => code);
    print(
      `manifest: ${before.verified} of ${before.assets} assets verified; after a change of one: ${codes.join(", ")}`,
    );
    return before.verified === 2 && before.findings.length === 0 && codes.join() === "digest-mismatch";
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { rollup } from "rollup";
import { describe, expect, it } from "vitest";
import {
  type ArtifactManifestOptions,
  artifactManifest,
} from "../../../../commands/manifest/plugin/index.js";
import { verifyFolder } from "../../../../commands/manifest/verify/verify-folder.js";
import {
  folderWith,
  generated,
  platformFormat,
  sha256,
} from "../../../support/commands/manifest/artifact.js";
import { buildApp } from "../../../support/commands/manifest/plugin/build-app.js";

const read = (path: string) =>
  JSON.parse(readFileSync(path, "utf8")) as {
    entry: string;
    container: string;
    artifact_version: string;
    assets: { path: string; sha256: string }[];
  };

describe("the plugin in a build of Vite", () => {
  it("writes the manifest of everything in the output, named by entry points", async () => {
    const root = await buildApp();
    const manifest = read(join(root, "dist/artifact-manifest.json"));
    expect(manifest.entry).toMatch(/^\/assets\/main-[\w-]+\.js$/);
    expect(manifest.container).toMatch(/^\/assets\/container-[\w-]+\.js$/);
    expect(manifest.artifact_version).toBe("3.1.4");
    const written = readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "artifact-manifest.json")
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "dist").length));
    expect(written.length).toBeGreaterThan(5);
    expect(written).toContain("/robots.txt");
    expect(manifest.assets.map(({ path }) => path)).toEqual(written.sort());
    for (const { path, sha256: digest } of manifest.assets)
      expect(sha256(readFileSync(join(root, "dist", path)))).toBe(digest);
    const verification = await verifyFolder({
      manifest: join(root, "dist/artifact-manifest.json"),
      folder: join(root, "dist"),
      format: await platformFormat(),
    });
    expect(verification).toMatchObject({ findings: [], verified: written.length });
  });

  it("takes the base of Vite for that of the paths, and another name and version if they are given", async () => {
    const root = await buildApp(
      { file: "m.json", version: "9.0.0", ignore: ["robots.txt"] },
      { base: "/app/" },
    );
    const { assets, artifact_version } = read(join(root, "dist/m.json"));
    expect(artifact_version).toBe("9.0.0");
    const folders = new Set(assets.map(({ path }) => path.split("/").slice(0, 3).join("/")));
    expect([...folders]).toEqual(["/app/assets"]);
  });

  it("hashes what a later plugin has changed, and fails the build without an entry", async () => {
    const stamp = {
      name: "stamp",
      generateBundle(_: unknown, bundle: Record<string, { type: string; code?: string }>) {
        for (const file of Object.values(bundle)) if (file.type === "chunk") file.code += "\n// stamped\n";
      },
    };
    const root = await buildApp({}, { plugins: [stamp] });
    const { assets, entry } = read(join(root, "dist/artifact-manifest.json"));
    const text = readFileSync(join(root, "dist", entry), "utf8");
    expect(text).toContain("// stamped");
    expect(assets.find(({ path }) => path === entry)?.sha256).toBe(sha256(text));
    await expect(buildApp({ entry: "mein" })).rejects.toThrow(
      /no artifact manifest:[\s\S]*no file in the folder is `mein`/,
    );
  });
});

describe.each([
  ["Rollup", rollup],
  ["Rolldown, which has Rollup's interface", rolldown],
])("the plugin in %s", (_, makeBundle) => {
  const folderOfTwo = () => folderWith({ "a.js": "export const a = 1;\n", "b.js": "export const b = 2;\n" });
  const options = { entry: "a", container: "/b.js", runtime: "r", version: "1.0.0", validators: generated };
  const bundleFolder = (root: string, given: ArtifactManifestOptions) =>
    makeBundle({
      input: { a: join(root, "a.js"), b: join(root, "b.js") },
      plugins: [artifactManifest(given)],
    });

  it("writes the manifest of the output", async () => {
    const root = folderOfTwo();
    const bundle = await bundleFolder(root, options);
    await bundle.write({ dir: join(root, "plain") });
    await bundle.close();
    const { entry } = read(join(root, "plain/artifact-manifest.json"));
    expect(entry).toBe("/a.js");
    const verified = verifyFolder({
      manifest: join(root, "plain/artifact-manifest.json"),
      folder: join(root, "plain"),
      format: await platformFormat(),
    });
    expect(await verified).toMatchObject({ findings: [], verified: 2 });
  });

  it("finds entry points whose names have a hash", async () => {
    const root = folderOfTwo();
    const bundle = await bundleFolder(root, { ...options, container: "b" });
    await bundle.write({ dir: join(root, "out"), entryFileNames: "[name]-[hash].js" });
    await bundle.close();
    const manifest = read(join(root, "out/artifact-manifest.json"));
    expect(manifest.entry).toMatch(/^\/a-[\w-]+\.js$/);
    expect(manifest.container).toMatch(/^\/b-[\w-]+\.js$/);
  });

  it("fails the build if the manifest would be invalid", async () => {
    const root = folderOfTwo();
    const bundle = await bundleFolder(root, { ...options, entry: "c" });
    await expect(bundle.write({ dir: join(root, "out") })).rejects.toThrow(
      /no artifact manifest:[\s\S]*no file in the folder is `c`/,
    );
    await bundle.close();
    expect(existsSync(join(root, "out/artifact-manifest.json"))).toBe(false);
  });
});

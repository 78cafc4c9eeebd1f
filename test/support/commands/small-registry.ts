import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOutput } from "../package/run.js";

/** A registry of npm on this machine, as far as `npm pack NAME` asks one. */
export interface SmallRegistry {
  readonly url: string;
  /** Packs files with npm itself and publishes them as the newest version. */
  publish(version: string, files: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** Starts a registry that has one package. */
export async function startRegistry(name: string): Promise<SmallRegistry> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-registry-"));
  const versions = new Map<string, { readonly bytes: Buffer; readonly manifest: object }>();
  let newest = "";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const packed = versions.get(/^\/tarballs\/(.+)\.tgz$/.exec(path)?.[1] ?? "");
    if (packed !== undefined) return response.end(packed.bytes);
    if (path !== `/${name}`) return response.writeHead(404).end("{}");
    const all = Object.fromEntries([...versions].map(([version, { manifest }]) => [version, manifest]));
    const packument = { name, "dist-tags": { latest: newest }, versions: all };
    return response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publish: async (version, files) => {
      const place = await mkdtemp(join(folder, "package-"));
      const manifest = { name, version };
      for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) }))
        await writeFile(join(place, file), text);
      const [packed] = JSON.parse(await programOutput("npm", ["pack", "--json"], { cwd: place }));
      const bytes = await readFile(join(place, packed.filename));
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      const dist = { tarball: `${url}/tarballs/${version}.tgz`, integrity };
      versions.set(version, { bytes, manifest: { ...manifest, dist } });
      newest = version;
    },
    close: async () => {
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ManifestFormat } from "../../../commands/manifest/format.js";
import { parseManifest } from "../../../commands/manifest/read-manifest.js";
import { verifyFolder } from "../../../commands/manifest/verify/verify-folder.js";
import { assetUrl, baseUrl, verifyUrl } from "../../../commands/manifest/verify/verify-url.js";
import {
  files,
  folderWith,
  manifestFile,
  platformFormat,
  sha256,
  validManifest,
  write,
} from "../../support/commands/manifest/artifact.js";

const secret = "not part of the artifact";

/** A contract that allows any text as a path: the defence must not be the platform's pattern. */
const anyPath = async (): Promise<ManifestFormat> => {
  const { name, properties } = await platformFormat();
  return { name, properties, validator: { is: () => true, check: () => [] } };
};

const pieces = fc.constantFrom(
  ..."/ // . .. ... ../ ..\\ \\ \u0000 \u0007 \n % %2e%2e %2f ? # @ : ~ // file: http: C: NUL".split(" "),
  " ",
  "\u2024\u2024",
  "\uff0e\uff0e",
  "\u2215",
  "\uff0f",
  "\u202e",
  "\ud800",
  "e\u0301",
  "secret.txt",
  "inner",
  "assets",
  "entry.js",
  "evil.example",
);
const hostilePath = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.array(pieces, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`),
  fc.string({ unit: "binary" }),
);

describe("a hostile manifest", () => {
  it("never makes oipkit read a file outside of the folder", async () => {
    const above = folderWith({ "secret.txt": secret });
    const inner = `${above}/inner`;
    for (const [path, text] of Object.entries(files)) write(inner, path, text);
    const format = await anyPath();
    await fc.assert(
      fc.asyncProperty(fc.array(hostilePath, { minLength: 1, maxLength: 20 }), async (paths) => {
        const manifest = manifestFile(validManifest(paths.map((path) => [path, sha256(secret)])));
        const { verified, bytes } = await verifyFolder({ manifest, folder: inner, format });
        expect(verified).toBe(0);
        expect(bytes).toBeLessThanOrEqual(paths.length * 100);
      }),
      { numRuns: 150 },
    );
  });

  it("never makes oipkit request anything but a path below the URL", async () => {
    const format = await anyPath();
    const requested: string[] = [];
    const fetch = async (url: string | URL | Request): Promise<Response> => {
      requested.push(String(url));
      return new Response("", { status: 404 });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(hostilePath, { minLength: 1, maxLength: 20 }), async (paths) => {
        const manifest = manifestFile(validManifest(paths.map((path) => [path, sha256(secret)])));
        await verifyUrl({ manifest, url: "https://cdn.example/app/", format, fetch });
      }),
      { numRuns: 150 },
    );
    expect(requested.length).toBeGreaterThan(100);
    const outside = requested.filter(
      (url) => !url.startsWith("https://cdn.example/app/") || /[?#]/.test(url),
    );
    expect(outside).toEqual([]);
  });

  it("has paths that mean one URL, or none", () => {
    const base = baseUrl("https://cdn.example/app");
    fc.assert(
      fc.property(hostilePath, (path) => {
        const url = assetUrl(base, path);
        if (url === undefined) return;
        expect(decodeURIComponent(url.pathname.replace(/%(?![0-9a-f]{2})/gi, "%25"))).toBe(
          decodeURIComponent(`/app${path}`.replace(/%(?![0-9a-f]{2})/gi, "%25")),
        );
      }),
    );
  });

  it("of a million assets, or of one long text, has findings within a moment", async () => {
    const format = await platformFormat();
    const many = `[${'{"path":"/.."},'.repeat(250_000)}0]`;
    const keys = `{${'"a":1,'.repeat(500_000)}"a":1}`;
    for (const text of [`{"assets":${many}}`, `{"assets":"${"a".repeat(4_000_000)}"}`, keys]) {
      const { manifest, findings } = parseManifest(Buffer.from(text), "m.json", format);
      expect(manifest).toBeUndefined();
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.length).toBeLessThanOrEqual(200);
    }
  });

  it("of any bytes is refused or valid, never an exception", async () => {
    const format = await platformFormat();
    const near = fc.record({
      schema_version: fc.constantFrom("1.0", 1, null),
      assets: fc.array(fc.record({ path: hostilePath, sha256: fc.string() }, { requiredKeys: [] })),
      entry: hostilePath,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json(),
          near.map((value) => JSON.stringify(value)),
        ),
        (content) => {
          const { manifest, findings } = parseManifest(Buffer.from(content as string), "m.json", format);
          expect(manifest === undefined).toBe(findings.length > 0);
        },
      ),
    );
  });
});

import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createBrotliDecompress } from "node:zlib";
import { usesGlibc } from "./system.js";
import { untar } from "./untar.js";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the Chromium that `CHROMIUM` names, or of an installed one. */
export function installedChromium(): string | undefined {
  return process.env.CHROMIUM ?? known.find((path) => existsSync(path));
}

/** The folder of the compressed Chromium in the npm package; `undefined` if it doesn't run on this system. */
export function packagedChromium(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64" || !usesGlibc) return undefined;
  return join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../../bin");
}

/** A Chromium to launch, with the environment variables for its libraries and fonts. */
export interface UnpackedChromium {
  readonly executablePath: string;
  readonly variables: Record<string, string>;
}

/**
 * The npm package's Chromium, unpacked: once for all test files, in the folder that `start.ts` made for it, since that takes seconds;
 * in `own` without such a folder.
 */
export async function sharedChromium(from: string, own: string): Promise<UnpackedChromium> {
  const shared = process.env.OIPKIT_TEST_CHROMIUM;
  const folder = join(shared ?? own, "unpacked");
  if (!existsSync(folder)) {
    const unpacking = await mkdtemp(join(shared ?? own, "unpacking-"));
    await unpack(from, unpacking);
    // Another process may have been faster.
    await rename(unpacking, folder).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== "ENOTEMPTY" && failure.code !== "EEXIST") throw failure;
    });
  }
  const fontconfig = join(own, "fonts.conf");
  await writeFile(fontconfig, fontSettings(folder));
  return {
    executablePath: join(folder, "chromium"),
    variables: { FONTCONFIG_FILE: fontconfig, LD_LIBRARY_PATH: join(folder, "libraries/lib") },
  };
}

async function unpack(from: string, to: string): Promise<void> {
  const read = (name: string): Promise<Buffer> =>
    buffer(createReadStream(join(from, name)).pipe(createBrotliDecompress()));
  await writeFile(join(to, "chromium"), await read("chromium.br"), { mode: 0o755 });
  // It expects the graphics libraries in its own folder.
  const folders = { al2023: "libraries", fonts: "fonts", swiftshader: "." };
  for (const [name, folder] of Object.entries(folders)) {
    for (const { path, content } of untar(await read(`${name}.tar.br`))) {
      const file = join(to, folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

/**
 * The package's own configuration has the folders of AWS Lambda, and Chromium shows no text without a font. The package's font lacks
 * signs such as ✓ and isn't monospaced, so installed ones are used, too.
 */
function fontSettings(folder: string): string {
  const folders = [join(folder, "fonts"), "/usr/share/fonts"].map((path) => `<dir>${path}</dir>`).join("");
  const monospace =
    "<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>";
  return `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(folder, "cache")}</cachedir>${monospace}</fontconfig>`;
}

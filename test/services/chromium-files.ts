import { createReadStream, existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
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

/** Unpacks the npm package's Chromium into a folder; returns the environment variables for its libraries and fonts. */
export async function unpackChromium(from: string, to: string): Promise<Record<string, string>> {
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
  // The package's own configuration has the folders of AWS Lambda, and Chromium shows no text without a font. The package's
  // font lacks signs such as ✓ and isn't monospaced, so installed ones are used, too.
  const fontconfig = join(to, "fonts.conf");
  const folderList = [join(to, "fonts"), "/usr/share/fonts"].map((path) => `<dir>${path}</dir>`).join("");
  const monospace =
    "<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>";
  await writeFile(
    fontconfig,
    `<?xml version="1.0"?><fontconfig>${folderList}<cachedir>${join(to, "cache")}</cachedir>${monospace}</fontconfig>`,
  );
  return { FONTCONFIG_FILE: fontconfig, LD_LIBRARY_PATH: join(to, "libraries/lib") };
}

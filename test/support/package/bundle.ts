import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { folderIn, type Installation } from "./install.js";

export interface Bundle {
  readonly code: string;
  /** The size in bytes. */
  readonly gzipped: number;
}

/** Bundles a module that uses the installed package into one minified module for browsers. */
export async function bundle(installation: Installation, module: string): Promise<Bundle> {
  const entry = join(await folderIn(installation, "bundle"), "entry.js");
  await writeFile(entry, module);
  const build = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  if (output.length !== 1) throw new Error(`${output.length} files in place of one bundle`);
  const { code } = output[0];
  return { code, gzipped: gzipSync(code, { level: 9 }).length };
}

/** The source of a module that calls one operation of the platform's client. */
export function oneOperation(name: string): string {
  return `
import { createHttpClient } from "@oipkit/runtime/http";
import { ${name} } from "@oipkit/sdk/platform/client.js";
export const call = (options, request) => ${name}(createHttpClient(options), request);
`;
}

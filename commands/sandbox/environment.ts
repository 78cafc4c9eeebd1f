import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Schemas } from "@oipkit/sandbox/client";
import { makeFolder, sandboxFolder, writePrivately } from "./control-file.js";

/** Variables for a `.env`, by name. */
export type Environment = Readonly<Record<string, string>>;

const file = "sandbox.env";

/** The addresses, which may change with each start. */
export function environmentLines({ api_url, issuers }: Schemas["SandboxState"]): Environment {
  const issuer = issuers.find(({ environment }) => environment === "sandbox")?.issuer;
  return { SERVICE_API_BASE: api_url, ...(issuer !== undefined && { SERVICE_IDENTITY_ISSUER: issuer }) };
}

/** What an earlier start has kept. */
export async function keptEnvironment(cwd: string): Promise<Environment> {
  const text = await readFile(join(cwd, sandboxFolder, file), "utf8").catch(() => "");
  const lines = text.split("\n").flatMap((line) => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value ?? ""] as const];
  });
  return Object.fromEntries(lines);
}

/** Keeps it for the next start, in a file that only its owner may read. */
export async function keepEnvironment(cwd: string, environment: Environment): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writePrivately(join(await makeFolder(cwd), file), lines.join(""));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { GenerateOptions } from "../../../generator/generate.js";
import type { JsonObject, Protocol, Receiver } from "../../../runtime/webhook/index.js";
import { generateFrom, root, temporaryFolder, writeTree } from "../generator/emit/contract-folder.js";

/** What is generated from a contract of `examples/schemes`. */
export interface LoadedScheme {
  readonly protocol: Protocol;
  /** The generated function; the options that it needs depend on the scheme. */
  readonly createReceiver: (options: Record<string, unknown>) => Receiver;
  /** The files, by path. */
  readonly files: ReadonlyMap<string, string>;
}

const outputs = ["types", "protocol", "validators", "fixtures"] as const;

/** Generates a scheme's contract, and whatever `more` names, and imports its receiver. */
export async function loadScheme(name: string, more: GenerateOptions["only"] = []): Promise<LoadedScheme> {
  const files = await generateFrom([join("examples/schemes", name)], { only: [...outputs, ...more] });
  const folder = await temporaryFolder();
  await writeTree(folder, Object.fromEntries(files));
  const at = (path: string): string => pathToFileURL(join(folder, path)).href;
  const { protocol } = (await import(/* @vite-ignore */ at("events/protocol.ts"))) as {
    protocol: Protocol;
  };
  const { createReceiver } = (await import(/* @vite-ignore */ at("events/receiver.ts"))) as {
    createReceiver: LoadedScheme["createReceiver"];
  };
  return { protocol, createReceiver, files };
}

/** The example of an event in a scheme's folder. */
export function readExample(scheme: string, event: string): JsonObject {
  const path = join(root, "examples/schemes", scheme, "examples", event, "full.json");
  return JSON.parse(readFileSync(path, "utf8")) as JsonObject;
}

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { memberTexts, type Suite } from "./suite.js";

/** A schema of the suite as a file of a contracts folder. */
export interface SchemaFile {
  /** The name of its module. */
  readonly name: string;
  readonly schema: unknown;
}

/** A contracts folder: schemas that don't concern each other, and what they refer to. */
export interface ContractFolder {
  readonly schemas: readonly SchemaFile[];
  /** By URI. */
  readonly remotes: ReadonlyMap<string, unknown>;
}

interface OpenFolder {
  readonly schemas: SchemaFile[];
  readonly remotes: Map<string, unknown>;
  /** What its schemas and remote documents call themselves. */
  readonly names: Set<string>;
}

/** Folders for schemas: those that call themselves the same, or as a remote document is called, don't share one. */
export function foldersFor(suite: Suite, schemas: readonly SchemaFile[]): ContractFolder[] {
  const folders: OpenFolder[] = [];
  for (const file of schemas) {
    const remotes = suite.remotesIn(file.schema);
    const own = memberTexts(file.schema, /^\$?id$/);
    const folder = folders.find(({ names, remotes: others }) => {
      const isOther = (name: string) => !names.has(name) || others.has(name);
      return own.every((name) => !names.has(name)) && [...remotes.keys()].every(isOther);
    });
    const { schemas: files, remotes: all, names } = folder ?? newFolder(folders);
    files.push(file);
    for (const [uri, remote] of remotes) all.set(uri, remote);
    for (const name of [...own, ...remotes.keys()]) names.add(name);
  }
  return folders;
}

function newFolder(folders: OpenFolder[]): OpenFolder {
  const folder = { schemas: [], remotes: new Map(), names: new Set<string>() };
  folders.push(folder);
  return folder;
}

/** Writes a folder's files, each remote document with its URI as its `$id`. */
export async function writeContracts(path: string, { schemas, remotes }: ContractFolder): Promise<void> {
  const write = async (name: string, value: unknown): Promise<void> => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), JSON.stringify(value));
  };
  for (const { name, schema } of schemas) await write(`${name}.schema.json`, schema);
  for (const [index, [uri, schema]] of [...remotes].entries())
    for (const [part, value] of identified(uri, inDialect(schema, schemas)).entries())
      await write(`remotes/r${index}-${part}.schema.json`, value);
}

/** A remote document in the dialect of what refers to it, unless it names its own. */
function inDialect(remote: unknown, [first]: readonly SchemaFile[]): unknown {
  const { $schema } = (first?.schema ?? {}) as { $schema?: string };
  const isNamed =
    typeof remote !== "object" || remote === null || "$schema" in remote || $schema === undefined;
  if (isNamed) return remote;
  return { $schema, ...remote };
}

/** A schema that has the URI by which others refer to it, and, if it calls itself otherwise, one that refers to it. */
function identified(uri: string, schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return [{ $id: uri, not: schema !== true }];
  const { $schema, $id, id } = schema as { $schema?: string; $id?: string; id?: string };
  const keyword = $schema?.includes("draft-04") ? "id" : "$id";
  const own = keyword === "id" ? id : $id;
  if (own === undefined) return [{ [keyword]: uri, ...schema }];
  const absolute = new URL(own, uri).href.replace(/#$/, "");
  if (absolute === uri) return [schema];
  const alias = { [keyword]: uri, allOf: [{ $ref: absolute }] };
  return [schema, $schema === undefined ? alias : { $schema, ...alias }];
}

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { EventDeclaration, Protocol } from "@oipkit/runtime/webhook";
import { UsageError } from "../usage.js";

/** What a generated validator says is wrong with a value. */
export interface Violation {
  readonly code: string;
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly message: string;
  readonly keyword: string;
  readonly clause?: string;
  readonly level?: "should" | "info";
  readonly property?: string;
  readonly rule?: string;
}

/** How much a validator looks for. */
export interface CheckOptions {
  /** `false`: only the first. */
  readonly all: boolean;
  /** Unknown fields are findings. */
  readonly strict: boolean;
}

/** A validator of one kind of document. */
export interface Validator {
  is(value: unknown): boolean;
  check(value: unknown, options: CheckOptions): readonly Violation[];
}

/** What a validator of events says of a document. */
export type EventResult =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly Violation[] }
  | { readonly kind: "unknown" };

/** A validator of a set of events; each event says by itself which one it is. */
export interface EventValidator {
  validateEvent(value: unknown, options: CheckOptions): EventResult;
}

/** A kind of document in a catalog. */
export interface Subject {
  load(): Promise<Validator>;
  /** A JSON object that has all these properties is a document of this kind. */
  readonly recognizedBy?: readonly string[];
}

/** A set of events in a catalog. */
export interface EventSet {
  readonly name: string;
  load(): Promise<EventValidator>;
  /** The property that holds the event's type. */
  readonly discriminator: string;
  readonly protocol?: {
    readonly token: string;
    readonly encryption?: { readonly property: string };
  };
  loadProtocol?(): Promise<Protocol>;
  /** The kinds of events that a receiver handles; absent without a protocol. */
  readonly events?: readonly EventDeclaration[];
}

/** `validators/catalog.js` of a generated folder: what can be checked, not loaded yet. */
export interface Catalog {
  readonly subjects: Readonly<Record<string, Subject>>;
  readonly eventSets: readonly EventSet[];
  /** Names of properties whose values must never be printed. */
  readonly secrets?: readonly string[];
}

/** The catalog of generated validators at a file URL. */
export async function loadCatalog(url: string): Promise<Catalog> {
  return (await import(url)) as Catalog;
}

/** What an event set's protocol says. Throws `UsageError` where it can't be loaded; `undefined` where there is none. */
export async function protocolOf(set: EventSet): Promise<Protocol | undefined> {
  try {
    return await set.loadProtocol?.();
  } catch (cause) {
    const message = `the protocol of \`${set.name}\` can't be loaded: compile the generated folder, or name a compiled one with --validators`;
    throw new UsageError(message, { cause });
  }
}

/** Properties whose values must never be printed. */
export function secretNames({ secrets = [], eventSets }: Catalog): readonly string[] {
  return [...secrets, ...eventSets.flatMap(({ protocol }) => protocol?.token ?? [])];
}

/**
 * The URL of the catalog to use: of the folder given, else of the configuration's `out`, else of `./generated`
 * if oipkit wrote it, else of the `@oipkit/sdk` that the project has, or else that comes with oipkit. Throws `UsageError` where there is none.
 */
export async function findCatalog(cwd: string, given: string | undefined): Promise<string> {
  const folder = given ?? (await configured(cwd));
  if (folder !== undefined) {
    const catalog = catalogIn(resolve(cwd, folder));
    if (existsSync(catalog)) return pathToFileURL(catalog).href;
    throw new UsageError(`${folder} holds no validators/catalog.js; make it with \`oipkit generate\``);
  }
  const local = join(cwd, "generated");
  const candidates = [...((await isGenerated(local)) ? [catalogIn(local)] : []), ...catalogsOfSdk(cwd)];
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined)
    throw new UsageError("there are no generated validators; name a folder with --validators");
  return pathToFileURL(found).href;
}

/** Nothing where the package isn't installed. */
function catalogsOfSdk(cwd: string): string[] {
  return [join(cwd, "package.json"), import.meta.url].flatMap((from) => {
    try {
      return createRequire(from).resolve("@oipkit/sdk/validators/catalog.js");
    } catch {
      return [];
    }
  });
}

function catalogIn(folder: string): string {
  return join(folder, "validators", "catalog.js");
}

async function configured(cwd: string): Promise<string | undefined> {
  if (!existsSync(join(cwd, "oipkit.config.yaml"))) return undefined;
  const { readConfig } = await import("../config.js");
  return (await readConfig(cwd, undefined)).out;
}

async function isGenerated(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => "{}");
  try {
    return (JSON.parse(text) as { generator?: unknown } | null)?.generator === "oipkit";
  } catch {
    return false;
  }
}

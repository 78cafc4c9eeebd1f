import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nearestModules } from "../../generator/cache/nearest-modules.js";

/** A version of a resource that a receiver has accepted from `oipkit send`. */
export interface SentVersion {
  readonly family: string;
  readonly resource: string;
  readonly version: number;
}

/** The receiver and the Application that versions are remembered for. */
export interface SentTo {
  readonly cwd: string;
  readonly to: string;
  readonly application: string;
}

/** More are never continued by hand. */
const maxRemembered = 100;

/** The accepted versions, the latest last; none if there is no `node_modules` to remember them in. */
export async function sentVersions(target: SentTo): Promise<readonly SentVersion[]> {
  const file = await fileOf(target.cwd);
  const { [keyOf(target)]: versions } = file === undefined ? {} : await read(file);
  return Array.isArray(versions) ? versions.filter(isVersion) : [];
}

/** Remembers an accepted version in `node_modules/.cache/oipkit`. Does nothing if that isn't possible: it is a convenience. */
export async function rememberVersion(target: SentTo, sent: SentVersion): Promise<void> {
  const file = await fileOf(target.cwd);
  if (file === undefined) return;
  const others = (await sentVersions(target)).filter(
    ({ family, resource }) => family !== sent.family || resource !== sent.resource,
  );
  const all = { ...(await read(file)), [keyOf(target)]: [...others, sent].slice(-maxRemembered) };
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(draft, JSON.stringify(all));
    await rename(draft, file);
  } catch {
    // A read-only folder.
  }
}

async function fileOf(cwd: string): Promise<string | undefined> {
  const modules = await nearestModules(cwd);
  return modules === undefined ? undefined : join(modules, ".cache", "oipkit", "sent-versions.json");
}

/** A digest: the address may hold a credential. */
function keyOf({ to, application }: SentTo): string {
  return createHash("sha256")
    .update(JSON.stringify([to, application]))
    .digest("hex");
}

async function read(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isVersion(value: unknown): value is SentVersion {
  const { family, resource, version } = (value ?? {}) as Partial<Record<keyof SentVersion, unknown>>;
  return typeof family === "string" && typeof resource === "string" && Number.isSafeInteger(version);
}

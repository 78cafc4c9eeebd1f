import { existsSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { slashes } from "../../../reader/documents/input.js";
import { readRegularFile } from "../../../reader/documents/regular-file.js";
import {
  type GitPlace,
  openRepository,
  pathInRepository,
  resolveCommit,
  startOfBranch,
} from "./git/repository.js";
import type { ComparedSource, DiskSource, GitSource, SourcePaths } from "./source.js";
import { UnusableInput } from "./unusable-input.js";

/** What isn't in the arguments. */
export interface NamingContext extends GitPlace {
  /** The contracts and overlays that `oipkit generate` reads, relative to the working folder. */
  readonly configured: () => Promise<SourcePaths>;
}

/** Two sources, and what was chosen for the user. */
interface NamedSources {
  readonly old: ComparedSource;
  readonly new: ComparedSource;
  /** Why OLD is what it is, if it wasn't named. */
  readonly reason?: string;
}

/**
 * What the arguments OLD and NEW name. Without OLD, it is the commit where the branch left the default branch; without NEW,
 * the working tree. Throws `UnusableInput` if that isn't clear or doesn't exist.
 */
export async function nameSources(
  [old, current]: readonly [string | undefined, string | undefined],
  context: NamingContext,
): Promise<NamedSources> {
  if (old === undefined) {
    const paths = await context.configured();
    const repository = await openRepository(context);
    const { commit, reason } = await startOfBranch(repository);
    const from = gitSource(paths, { kind: "git", commit, repository });
    return { old: from, new: diskSource(paths), reason };
  }
  const oldName = parseInputName(old);
  if (current === undefined) {
    if (oldName.kind === "path" && (oldName.package === undefined || existsSync(resolve(context.cwd, old))))
      throw new UnusableInput(
        `NEW is missing: pass two files or two folders, or a commit such as git:HEAD to compare with the working tree`,
      );
    return { old: await named(oldName, context), new: await workingTree(oldName, context) };
  }
  const newName = parseInputName(current);
  return { old: await named(oldName, context, newName), new: await named(newName, context, oldName) };
}

/** What NEW names, for a comparison with releases; the working tree if it is absent. Throws `UnusableInput`. */
export async function nameNewSource(
  text: string | undefined,
  context: NamingContext,
): Promise<DiskSource | GitSource> {
  if (text === undefined) return diskSource(await context.configured());
  const name = parseInputName(text);
  const source = await named(name, context);
  if (source.kind === "tarball" || (source.kind === "disk" && source.package !== undefined))
    throw new UnusableInput(
      `${text}: isn't part of the git repository, so it can't be compared with its releases`,
    );
  return source;
}

/** The same paths in a commit. The given ones are relative to the working folder. */
export function gitSource(
  paths: SourcePaths,
  at: Pick<GitSource, "kind" | "commit" | "repository">,
): GitSource {
  const inside = (list: readonly string[]) => list.map((path) => pathInRepository(path, at.repository));
  return { ...at, contracts: inside(paths.contracts), overlays: inside(paths.overlays ?? []) };
}

async function named(name: InputName, context: NamingContext, other?: InputName): Promise<ComparedSource> {
  switch (name.kind) {
    case "git": {
      const repository = await openRepository(context);
      const commit = await resolveCommit(name.ref, repository);
      return gitSource(await gitPaths(name, context, other), { kind: "git", commit, repository });
    }
    case "tarball":
      return {
        kind: "tarball",
        tarball: { path: resolve(context.cwd, name.file), shown: slashes(name.file) },
        ...(name.path !== undefined && { path: pathInRepository(name.path, { prefix: "" }) }),
      };
    case "package": {
      const source = packageSource(name, context.cwd);
      if (source !== undefined) return source;
      throw new UnusableInput(
        `npm:${name.name}: no such package is installed; install it, or run \`npm pack ${name.name}\` and pass the .tgz file`,
      );
    }
    case "path": {
      const isMissing = !existsSync(resolve(context.cwd, name.path));
      const source = isMissing && name.package !== undefined && packageSource(name.package, context.cwd);
      if (source) return source;
      if (isMissing)
        throw new UnusableInput(
          `${name.path}: there is no such file or folder${name.package === undefined ? "" : ", and no installed package of that name"}; check the path, or write git:REF for a commit`,
        );
      return diskSource({ contracts: [name.path] });
    }
  }
}

/** Without a path, a commit has the contracts at the path of the other side. */
async function gitPaths(
  { path }: Extract<InputName, { kind: "git" }>,
  context: NamingContext,
  other: InputName | undefined,
): Promise<SourcePaths> {
  if (path !== undefined) return { contracts: [path] };
  if (other?.kind === "git" && other.path !== undefined) return { contracts: [other.path] };
  if (other?.kind === "path" && existsSync(resolve(context.cwd, other.path)))
    return { contracts: [slashes(relative(context.cwd, resolve(context.cwd, other.path))) || "."] };
  return relativeTo(context.cwd, await context.configured());
}

async function workingTree(old: InputName, context: NamingContext): Promise<DiskSource> {
  if (old.kind !== "git" || old.path === undefined) return diskSource(await context.configured());
  if (!old.path.startsWith("/")) return diskSource({ contracts: [old.path] });
  const { root } = await openRepository(context);
  const path = join(root, ...old.path.split("/"));
  return diskSource({ contracts: [slashes(relative(context.cwd, path)) || "."] });
}

function packageSource({ name, path }: PackageName, cwd: string): DiskSource | undefined {
  const found = findPackage(name, cwd);
  if (found === undefined) return undefined;
  const inner = path ?? (existsSync(join(found.folder, "contracts")) ? "contracts" : ".");
  const file = pathInPackage(found, { name, path: inner });
  if (!existsSync(file))
    throw new UnusableInput(`${found.label}: has no ${inner}; look into ${found.folder}`);
  return { kind: "disk", label: found.label, contracts: [file], package: found.folder };
}

function diskSource(paths: SourcePaths): DiskSource {
  return { kind: "disk", label: paths.contracts.join(", "), ...paths };
}

function relativeTo(cwd: string, { contracts, overlays = [] }: SourcePaths): SourcePaths {
  const inner = (path: string) => slashes(relative(cwd, resolve(cwd, path))) || ".";
  return { contracts: contracts.map(inner), overlays: overlays.map(inner) };
}

/** What OLD or NEW names. */
type InputName =
  /** `git:REF[:PATH]`. */
  | { readonly kind: "git"; readonly ref: string; readonly path?: string }
  /** `FILE.tgz[:PATH]`: a packed package. */
  | { readonly kind: "tarball"; readonly file: string; readonly path?: string }
  /** `npm:NAME[/PATH]`: an installed package. */
  | { readonly kind: "package"; readonly name: string; readonly path?: string }
  /** A file or folder; if there is none, and it looks like one, an installed package. */
  | { readonly kind: "path"; readonly path: string; readonly package?: PackageName };

/** A package, and a path in it. */
interface PackageName {
  readonly name: string;
  readonly path?: string;
}

/** Parses an argument of `oipkit diff`. Throws `UnusableInput`. */
function parseInputName(text: string): InputName {
  if (text === "")
    throw new UnusableInput("an empty argument names nothing; pass `.` for the working folder");
  if (text.startsWith("git:")) {
    const [, ref = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (ref === "") throw new UnusableInput(`${text}: no commit is named; write git:REF or git:REF:PATH`);
    return { kind: "git", ref, ...(path ? { path } : {}) };
  }
  if (text.startsWith("npm:")) {
    const found = packageName(text.slice("npm:".length));
    if (found === undefined) throw new UnusableInput(`${text}: not the name of a package`);
    return { kind: "package", ...found };
  }
  const [, file, path] = /^(.*\.(?:tgz|tar\.gz))(?::(.*))?$/is.exec(text) ?? [];
  if (file !== undefined) return { kind: "tarball", file, ...(path ? { path } : {}) };
  const found = packageName(text);
  return { kind: "path", path: text, ...(found !== undefined && { package: found }) };
}

/** A name that npm accepts, with the capital letters of old packages, and a path without empty parts. */
function packageName(text: string): PackageName | undefined {
  const part = "[A-Za-z0-9~-][A-Za-z0-9._~-]*";
  const [, name, path] = new RegExp(`^((?:@${part}/)?${part})(?:/+(.*))?$`, "s").exec(text) ?? [];
  if (name === undefined || name.length > 214 || name === "node_modules") return undefined;
  return { name, ...(path ? { path } : {}) };
}

/** An installed package. */
interface InstalledPackage {
  /** Absolute path. */
  readonly folder: string;
  /** `name@version`. */
  readonly label: string;
}

/** Finds a package as Node.js does: in `node_modules` of the folder or of its nearest parent that has it. */
function findPackage(name: string, cwd: string): InstalledPackage | undefined {
  for (let at = cwd; ; at = dirname(at)) {
    const folder = join(at, "node_modules", ...name.split("/"));
    const found = readRegularFile(join(folder, "package.json"), 1024 * 1024);
    if (found.kind === "bytes") return { folder, label: `${name}${versionIn(found.bytes)}` };
    if (dirname(at) === at) return undefined;
  }
}

/** The absolute path of a file or folder in a package. Throws `UnusableInput` if it leads out. */
function pathInPackage({ folder }: InstalledPackage, { name, path = "." }: PackageName): string {
  const inner = posix.normalize(path);
  if (inner === ".." || inner.startsWith("../") || inner.startsWith("/"))
    throw new UnusableInput(`${name}/${path}: leads out of the package`);
  return join(folder, ...inner.split("/"));
}

function versionIn(bytes: Buffer): string {
  try {
    const { version } = JSON.parse(bytes.toString("utf8")) as { version?: unknown };
    if (typeof version === "string") return `@${version}`;
    return "";
  } catch {
    return "";
  }
}

import type { Finding } from "../../report/findings/finding.js";
import type { ArtifactManifest } from "../document/manifest.js";
import type { ManifestFormat } from "../format.js";
import type { HashOptions } from "../hashing/hash-files.js";

/** What to build a manifest of. */
export interface BuildOptions extends Partial<HashOptions> {
  /** Folder of the built artifact. */
  readonly folder: string;
  /** Folder that `folder` is relative to. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** The kind of manifest, or a function that loads it, which is called once the threads that hash are started. */
  readonly format: ManifestFormat | (() => Promise<ManifestFormat>);
  /** Path of the entry file in the folder; `*` matches a part of its name. */
  readonly entry?: string | undefined;
  /** The same of the container. */
  readonly container?: string | undefined;
  readonly runtime?: string | undefined;
  readonly version?: string | undefined;
  /** Path below which the folder is served, such as `/app`. Default: the root. */
  readonly base?: string | undefined;
  /** Rules in the syntax of `.gitignore`, after those of the folder's `.manifestignore`. */
  readonly ignore?: readonly string[] | undefined;
  /** Relative paths of files that aren't part of the artifact, such as the manifest itself. */
  readonly without?: readonly string[] | undefined;
}

/** A built manifest, or why there is none. */
export interface Built {
  /** The bytes to write; `undefined` if a finding is an error. */
  readonly text: string | undefined;
  readonly manifest: ArtifactManifest | undefined;
  readonly findings: readonly Finding[];
  /** Files that were hashed, and their size in bytes. */
  readonly files: number;
  readonly bytes: number;
}

import type { Commit, Repository } from "./git/repository.js";
import type { Tarball } from "./tarball/walk-tarball.js";

/** Where a version is read from. */
export type Source = DiskSource | GitSource | TarballSource;

/** Paths of the contracts of a version; overlays are applied in their own order, after those of the folders. */
export interface SourcePaths {
  /** If there are several, documents are paired by their paths below the working folder. */
  readonly contracts: readonly string[];
  readonly overlays?: readonly string[];
}

/** The working tree, any other files, or an installed package. */
export interface DiskSource extends SourcePaths {
  readonly kind: "disk";
  readonly label: string;
  /** Absolute path of an installed package that they belong to. */
  readonly package?: string;
}

/** A commit. Paths are relative to the repository's root. */
export interface GitSource extends SourcePaths {
  readonly kind: "git";
  readonly commit: Commit;
  readonly repository: Repository;
}

/** A packed package. Without a path, its contracts are in `contracts`, or anywhere if there is no such folder. */
export interface TarballSource {
  readonly kind: "tarball";
  readonly tarball: Tarball;
  readonly path?: string;
}

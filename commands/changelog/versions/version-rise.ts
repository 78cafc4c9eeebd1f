import { diff, gt, parse } from "semver";
import type { VersionStep } from "../../diff/finding.js";

/**
 * By how much a version has risen; `none` if it hasn't. After a pre-release, every new version counts as `major`, since
 * Semantic Versioning promises nothing about pre-releases.
 */
export function versionRise(old: string, current: string): VersionStep {
  const [before, after] = [parse(old), parse(current)];
  if (before === null || after === null || !gt(after, before)) return "none";
  if (before.prerelease.length > 0) return "major";
  switch (diff(before, after)) {
    case "major":
    case "premajor":
      return "major";
    case "minor":
    case "preminor":
      return "minor";
    default:
      return "patch";
  }
}

import { compareVersions } from "../../evolution/compare-versions.js";
import type { CompareOptions } from "../../evolution/comparison.js";
import type { Comparison } from "../../evolution/finding.js";
import { readVersion } from "../../evolution/read-version.js";
import type { Versions } from "../../evolution/version.js";
import type { Terminal } from "../terminal.js";
import type { InputSettings } from "./settings.js";

/** A comparison, and what was compared. */
export interface ComparedInputs {
  readonly comparison: Comparison;
  readonly versions: Versions;
}

/** Reads the versions in the settings and compares them. */
export async function compareInputs(
  settings: InputSettings,
  options: Omit<CompareOptions, "now">,
  terminal: Terminal,
): Promise<ComparedInputs> {
  const { allowRefsTo } = settings;
  const old = await readVersion(settings.old, terminal.cwd, { allowRefsTo });
  const current = await readVersion(settings.new, terminal.cwd, { allowRefsTo });
  const versions = { old, new: current };
  return { comparison: compareVersions(versions, { ...options, now: terminal.now }), versions };
}

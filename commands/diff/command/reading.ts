import { type ReadConfig, readConfig } from "../../config/config.js";
import { defaults } from "../../generate/options.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { NamingContext } from "../inputs/name-sources.js";
import { sharedParsing } from "../inputs/shared-parsing.js";
import type { SourceOptions } from "../inputs/source-options.js";
import type { InputSettings } from "./settings.js";

/** How the versions are found and read. */
export interface Reading extends NamingContext {
  /** Includes what the configuration sets, if `configured` was called. */
  readonly sourceOptions: () => SourceOptions;
}

/** Reads the configuration when, and only if, the arguments leave contracts open. */
export function readingOf(
  settings: Pick<InputSettings, "config" | "allowRefsTo" | "maxFile">,
  { cwd, env }: Terminal,
): Reading {
  let config: ReadConfig = {};
  const parse = sharedParsing();
  return {
    cwd,
    env,
    configured: async () => {
      config = await readConfig(cwd, settings.config);
      return { contracts: config.contracts ?? [defaults.contracts], overlays: config.overlays ?? [] };
    },
    sourceOptions: () => ({
      cwd,
      allowRefsTo: [...settings.allowRefsTo, ...(config.allowRefsTo ?? [])],
      maxFile: settings.maxFile ?? config.maxFile,
      parse,
    }),
  };
}

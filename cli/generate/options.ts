import { enumTypes, outputs } from "../../generator/outputs.js";
import { configName, exampleChecks } from "../config.js";
import { choice, choices, flag, text, texts } from "../options/option.js";

/** What applies if neither the command line nor the configuration says anything. */
export const defaults = {
  contracts: "contracts",
  out: "generated",
  examples: "error",
  enums: "closed",
} as const;

const code = (text: string): string => `\`${text}\``;

/** `oipkit generate`, as users see it. */
export const generateCommand = {
  usage: ["generate [options]"],
  about:
    "Reads contracts, checks them and writes what follows from them. If a contract is broken, nothing is written.",
  options: {
    contracts: texts({
      value: "PATH",
      description: "a folder or a document",
      otherwise: code(defaults.contracts),
    }),
    overlay: texts({
      value: "FILE",
      description: "an OpenAPI Overlay to apply to a contract",
      details: "See [contracts.md](contracts.md#overlays).",
    }),
    out: text({ value: "DIR", description: "folder to write", otherwise: code(defaults.out) }),
    only: choices(
      {
        value: "LIST",
        noun: "output",
        description: `kinds of output, separated by commas: ${outputs.map(code).join(", ")}`,
        otherwise: "all of them",
        details: "`client` and `validators` bring `types` with them.",
      },
      outputs,
    ),
    examples: choice(
      {
        value: "HOW",
        description:
          "examples that fail their schema are an `error`, a warning (`warn`), or not checked (`off`)",
        otherwise: code(defaults.examples),
      },
      exampleChecks,
    ),
    enums: choice(
      {
        value: "HOW",
        description:
          "text enums in answers: as the contract lists them (`closed`), or `open` for values that come later",
        otherwise: code(defaults.enums),
        details: "See [types.md](types.md).",
      },
      enumTypes,
    ),
    templates: text({
      value: "DIR",
      description: "templates that replace the built-in ones of the same name",
    }),
    check: flag({ description: "write nothing; list each stale, missing or extra file" }),
    watch: flag({
      description: "keep running, and generate again whenever a contract, overlay or template changes",
    }),
    config: text({
      value: "FILE",
      description: "options in YAML",
      otherwise: `${code(configName)}, if it exists`,
    }),
    "no-cache": flag({ description: "don't remember or reuse the outcome of a run" }),
  },
  exitCodes: "0 fine, 1 broken contracts or a folder that isn't fresh, 2 couldn't run.",
};

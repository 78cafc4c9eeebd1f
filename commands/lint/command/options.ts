import { configNames } from "../../config/config-names.js";
import { choice, flag, text, texts, wholeNumber } from "../../options/option.js";
import { formats } from "../../report/findings/formats.js";
import { reports } from "../../report/report-options.js";
import { setNames } from "../set-names.js";

/** The folder to lint that neither the command line nor the configuration names. */
export const defaultContracts = "contracts";

const code = (name: string): string => `\`${name}\``;

/** Command-line declaration of `oipkit lint`. */
export const lintCommand = {
  usage: ["lint [options] [PATH …]"],
  about:
    "Checks the style and the safety of contracts: OpenAPI, AsyncAPI and JSON Schema documents. PATH is a file or a folder; by default, the contracts of the configuration, or the folder contracts.",
  options: {
    set: choice(
      {
        value: "NAME",
        description: `the severities to start from: ${setNames.map(code).join(", ")}`,
        otherwise: code("recommended"),
        details: "See [below](#sets).",
      },
      setNames,
    ),
    fix: flag({
      description: "correct what can be corrected safely in the named files; report the rest",
    }),
    strict: flag({ description: "treat warnings as errors" }),
    watch: flag({ description: "keep running, and lint again whenever a file changes" }),
    overlay: texts({ value: "FILE", description: "an OpenAPI Overlay to apply to a contract" }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "a folder outside of the contracts that `$ref` and links may lead to",
    }),
    "max-file": wholeNumber({ value: "BYTES", description: "largest contract", otherwise: "16 MiB" }),
    config: text({
      value: "FILE",
      description: "rules, severities and plugins, in YAML, TypeScript or JavaScript",
      otherwise: `${configNames.map(code).join(" or ")}, if it exists`,
    }),
    ...reports(formats),
  },
  exitCodes: "0 no findings, or only warnings, 1 findings, 2 couldn't run.",
};

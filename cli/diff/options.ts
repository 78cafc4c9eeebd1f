import { diffFormats } from "../../evolution/report/formats.js";
import { choice, flag, texts, wholeNumber } from "../options/option.js";
import { reports } from "../options/reports.js";

/** Command-line declaration of `oipkit diff`. */
export const diffCommand = {
  usage: ["diff [options] OLD NEW"],
  about:
    "Compares two versions of contracts by their meaning, and shows what breaks programs that were written for the old one: for schemas, a document that one version accepts and the other doesn't. OLD and NEW are two files, or two folders, whose documents are paired by name.",
  options: {
    as: choice(
      {
        value: "SIDE",
        description:
          "whose programs must keep working: `consumer` calls the API and receives events, `provider` answers and sends events, or `both`",
        default: "consumer",
      },
      ["consumer", "provider", "both"],
    ),
    mode: choice(
      {
        value: "MODE",
        description:
          "`backward`: the other side moves on to NEW; `forward`: this side does, and the other stays at OLD; `full`: both. For schemas alone: what was valid must still be, what is valid now must have been valid, or both",
        otherwise: "`backward`; for schemas alone, `full`",
      },
      ["backward", "forward", "full"],
    ),
    source: flag({
      description: "also compare the generated SDKs: what no longer compiles with that of NEW",
    }),
    strict: flag({ description: "treat warnings as errors: undecided comparisons, too" }),
    "time-limit": wholeNumber({
      value: "MS",
      description: "milliseconds for each pair of schemas in each direction; after that it is undecided",
      default: "2000",
    }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "folder, outside of those that are compared, that `$ref` may lead to",
    }),
    ...reports(diffFormats),
  },
  exitCodes: "0 no findings, or only warnings, 1 findings, 2 couldn't run.",
};

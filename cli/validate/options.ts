import { formats } from "../../documents/report/formats.js";
import { credentialVariables } from "../options/credentials.js";
import { choice, flag, text, wholeNumber } from "../options/option.js";
import { format, output } from "../options/reports.js";

/** Findings that a person is shown unless they ask for more. */
export const shownToPeople = 200;

/** `oipkit validate`, as users see it. */
export const validateCommand = {
  usage: ["validate [options] FILE|DIR|GLOB|-..."],
  about:
    "Checks documents against generated validators. Input is JSON or NDJSON, each also gzip-compressed; `-` is standard input, and a folder stands for its .json, .ndjson and .jsonl files. A document says itself what it is: an event, a delivered body, an encrypted body, or a kind that its properties name.",
  options: {
    as: text({ value: "NAME", description: "take every document for this event, schema or set of events" }),
    schema: text({
      value: "FILE",
      description: "check against a JSON Schema instead (2020-12 or draft-07; JSON or YAML)",
    }),
    validators: text({
      value: "DIR",
      description: "generated folder",
      otherwise: "the configuration's `out`, else `generated`, else the built-in one",
    }),
    input: choice(
      { value: "LAYOUT", description: "`json` or `ndjson`", otherwise: "by the name, else by the content" },
      ["json", "ndjson"],
    ),
    "max-line": wholeNumber({
      value: "BYTES",
      description: "longest line, or longest JSON file",
      default: "67108864",
    }),
    strict: flag({
      description: "unknown fields and duplicate keys are findings too, and warnings are errors",
    }),
    all: flag({ description: "all findings of a document, which is the default" }),
    first: flag({ description: "only the first finding of a document" }),
    "fail-fast": flag({ description: "stop after the first document that fails" }),
    "max-findings": wholeNumber({
      value: "N",
      description: "show no more than N findings; the others are counted",
      otherwise: `${shownToPeople} with \`pretty\`, else all`,
    }),
    baseline: text({
      value: "FILE",
      description: "known findings, which don't count; an entry that matches nothing is a finding",
    }),
    "write-baseline": flag({ description: "write that file from what is found" }),
    sequence: flag({
      description:
        "compare events with each other: ids with two contents, versions that go back or leave one out",
    }),
    format: format(formats, { description: "form of the findings" }),
    ...output,
    jobs: wholeNumber({ value: "N", description: "threads for large input", otherwise: "one per core" }),
  },
  environment: [{ name: credentialVariables.encryptKey, description: "opens encrypted bodies" }],
  exitCodes: "0 clean, or warnings only, 1 findings, 2 couldn't run, or ended early without a finding.",
};

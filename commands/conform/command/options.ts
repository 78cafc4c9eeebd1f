import { bindingOptions } from "../../options/binding.js";
import { credentials } from "../../options/credentials.js";
import { flag, parsed, text, texts, wholeNumber } from "../../options/option.js";
import { reports } from "../../report/report-options.js";
import { defaultMaxAnswerBytes } from "../exchange/send.js";
import { reportFormats } from "../report/formats.js";
import { publicUrl } from "./public-url.js";
import { readDuration } from "./wait-for-receiver.js";

const group = "Cases";

/** Command-line declaration of `oipkit conform`. */
export const conformCommand = {
  usage: ["conform URL [options]", "conform --sender URL [options]", "conform --list | --explain ID"],
  about:
    "Sends valid and invalid deliveries to a receiver, in whatever language it is written, and reports which rules it follows.",
  options: {
    sender: text({
      value: "URL",
      description: "test a sender instead, by the URL of its control",
      details: "`contracts/sender-probe.openapi.yaml` describes it.",
    }),
    probe: text({
      value: "URL",
      description: "URL of the receiver's probe, which shows what it stored",
      details: "`contracts/probe.openapi.yaml` describes it.",
    }),
    "public-url": publicUrl,
    callbacks: flag({ description: "the receiver answers callbacks" }),
    strict: flag({ description: "failed cases of level `should` fail the run, too" }),
    "known-failures": text({
      value: "FILE",
      description: "ids of cases that may fail, one per line; if one of them passes, the run fails",
    }),
    concurrency: wholeNumber({ value: "N", description: "cases to run at once", otherwise: "`8`" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long to wait for an answer, in milliseconds",
      default: "10000",
    }),
    wait: parsed(
      {
        value: "TIME",
        description: "how long to wait for a receiver that is starting, such as `30s`",
        details: "The run begins with its first answer other than 502, 503 and 504, or when the time is up.",
        otherwise: "it must be running",
      },
      readDuration,
    ),
    "max-answer": wholeNumber({
      value: "BYTES",
      description: "longest body of an answer that is read; a longer one fails its case",
      default: String(defaultMaxAnswerBytes),
      details: "Answers of the probe may have 16 MiB.",
    }),
    suite: text({ value: "FILE", description: "suite to run", otherwise: "the generated one" }),
    cases: text({
      value: "FILE",
      description: "cases to run instead of the suite's, such as one copied from the Console",
      details: "JSON or YAML, written as in the contracts' folder `conformance`.",
    }),
    only: texts({ value: "GLOB", description: "run only these cases, such as `'6.3.3/*'`", group }),
    skip: texts({ value: "GLOB", description: "skip these cases", group }),
    list: flag({ description: "list the cases and send nothing", group }),
    explain: text({ value: "ID", description: "explain what a case does and why", group }),
    "all-exchanges": flag({
      description: "the HTML report has the requests and answers of passed cases, too",
      details: "It then has several megabytes.",
    }),
    ...bindingOptions,
    ...reports(reportFormats),
  },
  environment: credentials,
  exitCodes:
    "0 conforms, or the selected cases pass, 1 doesn't conform or isn't shown to, 2 couldn't run, or stopped early without a failure.",
};

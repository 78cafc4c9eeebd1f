import { reportFormats } from "../../conformance/report/formats.js";
import { bindingOptions } from "../options/binding.js";
import { credentials } from "../options/credentials.js";
import { flag, text, texts, wholeNumber } from "../options/option.js";
import { reports } from "../options/reports.js";

const group = "Cases";

/** `oipkit conform`, as users see it. */
export const conformCommand = {
  usage: ["conform URL [options]", "conform --list | --explain ID"],
  about:
    "Sends right and wrong deliveries to a receiver, in whatever language it is written, and says which rules it keeps.",
  options: {
    probe: text({
      value: "URL",
      description: "where the receiver shows what it stored",
      details: "`contracts/probe.openapi.yaml` describes it.",
    }),
    callbacks: flag({ description: "the receiver answers callbacks" }),
    strict: flag({ description: "a failed case of level should fails the run, too" }),
    "known-failures": text({
      value: "FILE",
      description: "ids of cases that may fail, one a line; one that passes fails the run",
    }),
    concurrency: wholeNumber({ value: "N", description: "cases that run at once", otherwise: "`8`" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long an answer may take, in milliseconds",
      default: "10000",
    }),
    suite: text({ value: "FILE", description: "suite to run", otherwise: "the generated one" }),
    only: texts({ value: "GLOB", description: "run only these cases, such as `'6.3.3/*'`", group }),
    skip: texts({ value: "GLOB", description: "leave these cases out", group }),
    list: flag({ description: "list the cases, and send nothing", group }),
    explain: text({ value: "ID", description: "say what a case does, and why", group }),
    ...bindingOptions,
    ...reports(reportFormats),
  },
  environment: credentials,
  exitCodes: "0 conforms, 1 doesn't, 2 couldn't run, or was ended early without a failure.",
};

import { packageVersion } from "../../generator/package-version.js";
import { describeCode } from "./describe-code.js";
import type { Format } from "./formats.js";
import type { Reporter, ReportOptions } from "./reporter.js";

/** Creates the reporter of a format, by default without colours; other formats aren't loaded. */
export async function createReporter(format: Format, given: Partial<ReportOptions> = {}): Promise<Reporter> {
  const { colour = false, command = "oipkit validate", now = () => performance.now() } = given;
  const { version = await packageVersion(), describe = describeCode } = given;
  const options = { colour, version, command, now, describe };
  switch (format) {
    case "pretty":
      return (await import("./pretty.js")).prettyReporter(options);
    case "json":
      return (await import("./json.js")).jsonReporter(options);
    case "ndjson":
      return (await import("./json.js")).ndjsonReporter();
    case "junit":
      return (await import("../../text/report/junit.js")).junitReporter(options);
    case "sarif":
      return (await import("../../text/report/sarif.js")).sarifReporter(options);
    case "github":
      return (await import("../../text/report/github.js")).githubReporter();
    case "gitlab":
      return (await import("../../text/report/gitlab.js")).gitlabReporter();
  }
}

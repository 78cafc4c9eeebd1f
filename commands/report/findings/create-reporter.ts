import type { Format } from "./formats.js";
import type { Reporter, ReportOptions } from "./reporter.js";

/** Creates the reporter of a format, by default without colours; what other formats need isn't loaded. */
export async function createReporter(format: Format, given: Partial<ReportOptions> = {}): Promise<Reporter> {
  const { colour = false, command = "oipkit validate", now = () => performance.now() } = given;
  switch (format) {
    case "pretty":
      return (await import("./pretty.js")).prettyReporter({ colour });
    case "json":
      return (await import("./json.js")).jsonReporter({ version: await versionOf(given) });
    case "ndjson":
      return (await import("./json.js")).ndjsonReporter();
    case "junit":
      return (await import("../junit.js")).junitReporter({
        command,
        now,
        ...(given.clean === undefined ? {} : { clean: given.clean }),
      });
    case "sarif":
      return (await import("../sarif.js")).sarifReporter({
        version: await versionOf(given),
        describe: given.describe ?? (await import("./describe-code.js")).describeCode,
      });
    case "github":
      return (await import("../github.js")).githubReporter();
    case "gitlab":
      return (await import("../gitlab.js")).gitlabReporter();
  }
}

async function versionOf({ version }: Partial<ReportOptions>): Promise<string> {
  return version ?? (await import("../../../reader/package-version.js")).packageVersion();
}

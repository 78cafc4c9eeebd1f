import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatReport, reportFormats } from "../../../../commands/conform/index.js";
import { style } from "../../../../commands/conform/report/html/page.js";
import { hostileReport } from "../../../support/commands/conform/report/hostile-report.js";
import { runnerCommand, unsafe } from "../../../support/reader/text/output-characters.js";

describe.each(reportFormats)("the report in the format %s", (format) => {
  it("holds no character that controls a terminal, and no command but its own", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const text = formatReport(report, { format }).replace(style, "");
        expect(text).not.toMatch(unsafe);
        const own = /^::(?:error|warning|notice) [^\n]*$/gm;
        expect(format === "github" ? text.replace(own, "") : text).not.toMatch(runnerCommand);
      }),
    );
  });
});

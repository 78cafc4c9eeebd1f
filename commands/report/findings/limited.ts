import type { Reporter } from "./reporter.js";

/** A reporter that shows at most `most` findings and counts the others. */
export function limited(reporter: Reporter, most: number): Reporter {
  let left = most;
  let hidden = 0;
  return {
    head: () => reporter.head(),
    part: (part) => {
      const findings = part.findings.slice(0, left);
      left -= findings.length;
      hidden += part.findings.length - findings.length;
      return reporter.part({ ...part, findings });
    },
    tail: (summary) => reporter.tail({ ...summary, leftOut: summary.leftOut + hidden }),
  };
}

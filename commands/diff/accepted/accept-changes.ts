import type { Comparison, Finding } from "../finding.js";
import type { AcceptedChange } from "./accepted-change.js";

/** What a comparison is held against. */
export interface Acceptance {
  readonly entries: readonly AcceptedChange[];
  /** By the file of a place, its path below the contracts' folder (`namesOf`). */
  readonly names: ReadonlyMap<string, string>;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Marks the findings that are accepted. They count as accepted, not as errors or warnings. An entry that has expired or that
 * fits no finding becomes a finding itself; one that fits only compatible changes stays silent.
 */
export function acceptChanges(
  { findings, summary }: Comparison,
  { entries, names, now }: Acceptance,
): Comparison {
  if (entries.length === 0) return { findings, summary };
  const today = new Date(now).toISOString().slice(0, 10);
  const used = new Set<AcceptedChange>();
  const judged = findings.map((finding): Finding => {
    const fitting = entries.filter((entry) => fits(entry, finding, names));
    for (const entry of fitting) used.add(entry);
    const valid = fitting.find((entry) => !isExpired(entry, today));
    if (valid === undefined || finding.level === "info") return finding;
    const { reason, until } = valid;
    return { ...finding, accepted: { reason, ...(until === undefined ? {} : { until }) } };
  });
  const notices = entries.flatMap((entry) => {
    if (!used.has(entry)) return [stale(entry)];
    return isExpired(entry, today) ? [expired(entry)] : [];
  });
  const open = [...judged, ...notices].filter(({ accepted }) => accepted === undefined);
  const count = (level: Finding["level"]) => open.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  return {
    findings: [...judged, ...notices],
    summary: {
      ...summary,
      findings: errors + warnings,
      errors,
      warnings,
      accepted: judged.filter(({ accepted }) => accepted !== undefined).length,
    },
  };
}

function fits(
  { code, subjects, file, pointer }: AcceptedChange,
  finding: Finding,
  names: ReadonlyMap<string, string>,
): boolean {
  const place = finding.new ?? finding.old;
  return (
    code === finding.code &&
    (subjects === undefined || finding.subjects.every((subject) => subjects.has(subject))) &&
    (file === undefined || (place !== undefined && (names.get(place.file) ?? place.file) === file)) &&
    (pointer === undefined || place?.pointer === pointer)
  );
}

/** Days are compared as text: YYYY-MM-DD. */
function isExpired({ until }: AcceptedChange, today: string): boolean {
  return until !== undefined && until < today;
}

function stale({ code, place, reason }: AcceptedChange): Finding {
  return {
    ...notice,
    code: "accepted-change-stale",
    new: place,
    message: `no finding fits this entry for \`${code}\` (${reason})`,
    remedy: "Remove the entry, or copy code and place from the report again",
  };
}

function expired({ code, place, reason, until }: AcceptedChange): Finding {
  return {
    ...notice,
    code: "accepted-change-expired",
    new: place,
    message: `this entry for \`${code}\` ended on ${until ?? ""} (${reason})`,
    remedy: "Undo the change that it accepted, or agree on a later date",
  };
}

const notice = {
  level: "warning",
  verdict: "risky",
  change: "changed",
  breaks: "wire",
  affects: [],
  subjects: [],
} as const;

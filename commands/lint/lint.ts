import { toPointer } from "@oipkit/runtime/json-pointer";
import { checkGrowth } from "../../reader/check/growth.js";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { Document } from "../../reader/documents/document.js";
import { overflowFinding } from "../../reader/documents/overflow.js";
import { findingOf as findingOfDiagnostic } from "../report/findings/diagnostic-finding.js";
import type { Finding } from "../report/findings/finding.js";
import { lintWithAsyncApi } from "./engines/asyncapi.js";
import { lintWithRedocly } from "./engines/redocly.js";
import { findingOf } from "./finding-of.js";
import type { Fix } from "./fixes/fix.js";
import type { Found } from "./found.js";
import { withoutIgnored } from "./ignores/without-ignored.js";
import { readProblems } from "./read-problems.js";
import { runRules } from "./run-rules.js";
import type { LintSettings } from "./settings.js";
import { severitiesOf } from "./severities.js";

/** What is wrong with contracts. */
export interface LintResult {
  /** Sorted by file and place. */
  readonly findings: readonly LintFinding[];
  /** The number of findings that the contracts ignore with a reason. */
  readonly ignored: number;
}

/** A finding, and the edit that corrects it. */
export interface LintFinding {
  readonly finding: Finding;
  /** Absolute path of the file. */
  readonly path?: string;
  readonly fix?: Fix;
}

/**
 * Runs all rules on contracts. If a file can't be parsed, there are no other findings. Throws `LintRuleError` if a rule
 * of a plugin fails.
 */
export async function lintContracts(contracts: Contracts, settings: LintSettings): Promise<LintResult> {
  const unread = [...contracts.problems];
  if (unread.length === 0) unread.push(...checkGrowth(contracts));
  if (unread.length > 0) return unreadable(unread);
  const severities = severitiesOf(settings);
  const severityOf = ({ code, document, tokens }: Found) =>
    severities.at(code, document.path, toPointer(tokens));
  const read = readProblems(contracts);
  let found: readonly Found[];
  try {
    found = [
      ...read.found,
      ...(await lintWithRedocly(contracts, settings, severities)),
      ...(await lintWithAsyncApi(contracts)),
      ...runRules(contracts, settings, severities),
    ];
  } catch (error) {
    return unreadable([overflowFinding(contracts, error, "to lint them")]);
  }
  const reported = once(found.map(atOrigin)).filter((each) => severityOf(each) !== "off");
  const { left, ignored } = withoutIgnored(contracts, reported, severities);
  const findings = left.flatMap((each) => {
    const level = severityOf(each);
    if (level === "off") return [];
    const { path } = each.document;
    return [{ finding: findingOf(each, level), path, ...(each.fix && { fix: each.fix }) }];
  });
  const inOverlays = read.inOverlays.map((problem) => ({ finding: findingOfDiagnostic(problem) }));
  return { findings: [...findings, ...inOverlays].sort(byPlace), ignored };
}

function unreadable(problems: readonly Diagnostic[]): LintResult {
  const findings = problems.map((problem) => ({ finding: findingOfDiagnostic(problem) }));
  return { findings: findings.sort(byPlace), ignored: 0 };
}

/** What an overlay wrote is a fault of the overlay. */
function atOrigin(found: Found): Found {
  if (found.isAtOrigin) return found;
  const origin = found.document.originOf?.(found.tokens);
  return origin === undefined ? found : { ...found, ...origin, fix: undefined };
}

/** A file is looked at once for each document that refers to it. */
function once(found: readonly Found[]): Found[] {
  const seen = new Map<Document, Set<string>>();
  return found.filter(({ document, code, tokens, message }) => {
    const keys = seen.get(document) ?? new Set();
    seen.set(document, keys);
    const key = `${code} ${toPointer(tokens)} ${message}`;
    return !keys.has(key) && keys.add(key);
  });
}

function byPlace({ finding: a }: LintFinding, { finding: b }: LintFinding): number {
  return (
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

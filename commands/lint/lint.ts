import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import { thrownText } from "../../generator/plugins/errors.js";
import { checkExtensionForms } from "../../reader/check/extensions.js";
import { checkGrowth } from "../../reader/check/growth.js";
import { checkMarks } from "../../reader/check/marks.js";
import { checkPatterns } from "../../reader/check/patterns.js";
import { checkProtocols } from "../../reader/check/protocols.js";
import { checkReferenceForms, checkReferences } from "../../reader/check/references.js";
import { type Contracts, overflowFinding } from "../../reader/documents/contracts.js";
import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { Document } from "../../reader/documents/document.js";
import type { Lines, Range } from "../../reader/documents/parsed-text.js";
import { findingFingerprint, diagnosticFinding as findingOfDiagnostic } from "../report/findings/excerpt.js";
import type { Finding } from "../report/reporter.js";
import { lintWithAsyncApi } from "./engines/asyncapi.js";
import { lintWithRedocly } from "./engines/redocly.js";
import { withoutIgnored } from "./ignores.js";
import {
  type Fix,
  type Found,
  LintRuleError,
  type Rule,
  type RuleContext,
  type RuleFinding,
} from "./rule.js";
import { builtInRules } from "./rules/registry.js";
import { createSeverities, type LintSettings, type Severities } from "./settings.js";
import { type ListedMessage, type ListedOperation, listOperations, messagesIn } from "./walk/operations.js";
import type { SchemaNode } from "./walk/schema-node.js";
import { listSchemas } from "./walk/schemas.js";

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
  const severities = createSeverities(settings);
  const findSeverity = ({ code, document, tokens }: Found) =>
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
  const counted = once(found.map(atOrigin)).filter((each) => findSeverity(each) !== "off");
  const reported = withoutRepeated(counted);
  const { left, ignored } = withoutIgnored(contracts, reported, severities);
  const findings = left.flatMap((each) => {
    const level = findSeverity(each);
    if (level === "off") return [];
    const { path } = each.document;
    return [{ finding: lintFinding(each, level), path, ...(each.fix && { fix: each.fix }) }];
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
  const origin = found.document.findOrigin?.(found.tokens);
  if (origin === undefined) return found;
  return { ...found, ...origin, fix: undefined };
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

/** Rules that find a part of what another one explains. */
const explainedBy: Readonly<Record<string, string>> = {
  "redocly/nullable-type-sibling": "nullable-by-intent",
};

/** Leaves out findings at a place that another rule explains. */
function withoutRepeated(found: readonly Found[]): readonly Found[] {
  const placeKey = (code: string, { document, tokens }: Found): string =>
    `${code} ${document.path} ${toPointer(tokens)}`;
  const others = new Set(Object.values(explainedBy));
  const explained = new Set(
    found.filter(({ code }) => others.has(code)).map((each) => placeKey(each.code, each)),
  );
  return found.filter((each) => {
    const other = explainedBy[each.code];
    return other === undefined || !explained.has(placeKey(other, each));
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
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}

/** A finding with its place in the text, in the form of the reports. */
function lintFinding(found: Found, level: "error" | "warning"): Finding {
  const { code, document, tokens, target, message, hint, detail, span, secret } = found;
  const range =
    span === undefined ? document.locate(tokens, target) : document.lines.range(span.from, span.to);
  const pointer = toPointer(tokens);
  const isOneLine = range.endLine === range.line && range.endColumn > range.column;
  return {
    file: document.file,
    line: range.line,
    column: range.column,
    ...(isOneLine && { endColumn: range.endColumn }),
    pointer,
    code,
    level,
    message,
    ...(hint !== undefined && { hint }),
    ...(!secret && { excerpt: lineExcerpt(document.lines, range) }),
    fingerprint: findingFingerprint({
      file: document.file,
      code,
      pointer,
      detail: detail ?? message,
      content: undefined,
      hidden: [],
    }),
  };
}

const width = 100;
const before = 40;

/** The line around a finding, cut if it is long. */
function lineExcerpt(lines: Lines, range: Range) {
  const line = lines.line(range.line);
  const from = range.column <= width - 20 ? 0 : range.column - before;
  const text = line.slice(from, from + width).replaceAll("\t", " ");
  const end = range.endLine === range.line ? range.endColumn : line.length + 1;
  const caret = Math.min(text.length, range.column - 1 - from);
  return { text, caret, length: Math.max(1, Math.min(end - range.column, text.length - caret)) };
}

/** What the reader found: findings in documents, and those in overlays, which are no documents of the contracts. */
interface ReadProblems {
  readonly found: readonly Found[];
  readonly inOverlays: readonly Diagnostic[];
}

/**
 * References that lead nowhere, patterns that aren't regular expressions, extensions and webhook protocols that no code can be made from,
 * and what the documents were read without or otherwise than they are written: the rules can run nevertheless, but they don't see it.
 */
function readProblems(contracts: Contracts): ReadProblems {
  const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
  const found: Found[] = [];
  const inOverlays: Diagnostic[] = [];
  for (const problem of [
    ...checkReferences(contracts),
    ...checkPatterns(contracts),
    ...checkReferenceForms(contracts),
    ...checkExtensionForms(contracts),
    ...checkMarks(contracts),
    ...checkProtocols(contracts),
    ...contracts.repairs,
  ]) {
    const { file, code, message, hint, pointer } = problem;
    const document = files.get(file);
    if (document === undefined || pointer === undefined) {
      inOverlays.push(problem);
      continue;
    }
    const tokens = fromPointer(pointer);
    const target = tokens.at(-2) === "patternProperties" ? "key" : "value";
    found.push({ code, document, tokens, target, message, hint, isAtOrigin: true });
  }
  return { found, inOverlays };
}

/** Runs oipkit's own rules and those of plugins. Throws `LintRuleError` if one of a plugin fails. */
export function runRules(contracts: Contracts, settings: LintSettings, severities: Severities): Found[] {
  const lists = lazyLists(contracts);
  const run = (rule: Rule, code: string): Found[] => {
    if (!severities.isOn(code)) return [];
    const options = { ...rule.options, ...settings.rules.get(code)?.options };
    const context: RuleContext = Object.defineProperties({} as RuleContext, {
      ...Object.getOwnPropertyDescriptors(lists),
      options: { value: options, enumerable: true },
    });
    return [...rule.check(context)].map((finding) => foundBy(rule, code, finding));
  };
  const own = builtInRules.flatMap((rule) => run(rule, rule.name));
  const others = settings.plugins.flatMap(({ name, rules }) =>
    rules.flatMap((rule) => {
      const code = `${name}/${rule.name}`;
      try {
        return run(rule, code);
      } catch (cause) {
        if (cause instanceof LintRuleError) throw cause;
        throw new LintRuleError(code, `it threw (${thrownText(cause)})`, { cause });
      }
    }),
  );
  return [...own, ...others];
}

function foundBy(rule: Rule, code: string, finding: RuleFinding): Found {
  const { place, target = "value", message, remedy, detail, fix, secret = false } = finding ?? {};
  if (typeof message !== "string" || place?.document === undefined || !Array.isArray(place.tokens))
    throw new LintRuleError(code, "a finding needs a `place` of the contracts and a `message`");
  const { document, tokens } = place;
  return { code, document, tokens, target, message, hint: remedy ?? rule.remedy, detail, fix, secret };
}

type Lists = Omit<RuleContext, "options">;

/** Lists that are made on first use, once for all rules. */
function lazyLists(contracts: Contracts): Lists {
  let schemas: readonly SchemaNode[] | undefined;
  let operations: readonly ListedOperation[] | undefined;
  let messages: readonly ListedMessage[] | undefined;
  return {
    contracts,
    get operations() {
      operations ??= listOperations(contracts);
      return operations;
    },
    get messages() {
      messages ??= messagesIn(contracts);
      return messages;
    },
    get schemas() {
      schemas ??= listSchemas(contracts, this.operations, this.messages);
      return schemas;
    },
  };
}

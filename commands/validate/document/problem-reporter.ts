import type { Finding, Problem } from "../../report/reporter.js";
import type { CheckedDocument } from "../verdict.js";
import { type Span, skipSpace, stringEnd, valueEnd } from "./json-text.js";
import { type DocumentOrigin, placeProblems } from "./place-problems.js";

/** What is known about a document with problems. */
export interface ProblemOrigin {
  readonly at: DocumentOrigin;
  /** The document isn't JSON. */
  readonly broken: boolean;
  /** The property that held the encrypted document. */
  readonly encryptedProperty: string | undefined;
}

/** Turns problems into findings. A module of its own, since only documents with problems need it. */
export interface ProblemReporter {
  report(text: string, problems: readonly Problem[], origin: ProblemOrigin): CheckedDocument;
}

/** Creates a problem reporter; `secrets` are the names of properties that must not be printed. */
export function createProblemReporter({
  secrets,
  all,
}: {
  readonly secrets: Iterable<string>;
  readonly all: boolean;
}): ProblemReporter {
  const hidden = secretFinder(secrets);
  return {
    report(text, problems, { at, broken, encryptedProperty }) {
      if (at.countOnly) return counted(problems, all);
      const findings = placeProblems(text, problems, {
        at,
        encryptedProperty,
        hidden: hidden(text, { broken, isLine: at.isLine }),
      });
      return { findings: all ? findings : firstFindings(findings) };
    },
  };
}

function counted(problems: readonly Problem[], all: boolean): CheckedDocument {
  const warnings = problems.filter(({ level }) => level === "warning").length;
  if (all) return { findings: [], more: problems.length, moreWarnings: warnings };
  return { findings: [], more: 1, moreWarnings: warnings === problems.length ? 1 : 0 };
}

function firstFindings(findings: readonly Finding[]): readonly Finding[] {
  const first = findings.find(({ level }) => level === "error") ?? findings[0];
  if (first === undefined) return [];
  return [first];
}

/** Properties of a text that may contain secrets. */
export interface TextTraits {
  /** The text isn't JSON. */
  readonly broken: boolean;
  /** The text is one line of a file. */
  readonly isLine: boolean;
}

/** Finds the spans of a text that must not be printed, in order. */
export type FindSecrets = (text: string, traits: TextTraits) => readonly Span[];

/**
 * Finds the values of properties by name, however the name is escaped. In a text that isn't JSON, the end of a value is
 * only certain for a whole string followed by a comma or bracket; otherwise the rest of the text is secret. A line that
 * doesn't start a document is secret as a whole, since the name may be in the line before.
 */
export function secretFinder(names: Iterable<string>): FindSecrets {
  const patterns = [...new Set(names)].map(namePattern);
  if (patterns.length === 0) return () => [];
  const name = new RegExp(patterns.join("|"), "g");
  return (text, { broken, isLine }) => {
    if (isLine && !/^\s*[{[]/.test(text)) return [{ offset: 0, length: text.length }];
    const spans: Span[] = [];
    name.lastIndex = 0;
    for (let match = name.exec(text); match; match = name.exec(text)) {
      const span = secretBehind(text, name.lastIndex, broken);
      if (span === undefined) continue;
      spans.push(span);
      name.lastIndex = span.offset + span.length;
    }
    return spans;
  };
}

function secretBehind(text: string, nameEnd: number, broken: boolean): Span | undefined {
  const colon = text[nameEnd] === '"' ? skipSpace(text, nameEnd + 1) : -1;
  if (!broken) {
    if (text[colon] !== ":") return undefined;
    const offset = skipSpace(text, colon + 1);
    return { offset, length: valueEnd(text, offset) - offset };
  }
  const rest: Span = { offset: nameEnd, length: text.length - nameEnd };
  if (text[colon] !== ":") return rest;
  const offset = skipSpace(text, colon + 1);
  if (text[offset] !== '"') return rest;
  const end = stringEnd(text, offset);
  const closed = end < text.length && /[,}]/.test(text[skipSpace(text, end)] ?? "");
  if (closed && !/[\r\n]/.test(text.slice(offset, end))) return { offset, length: end - offset };
  return rest;
}

/** Matches each character literally or as `\uXXXX`. */
function namePattern(name: string): string {
  return [...name].map(characterPattern).join("");
}

function characterPattern(character: string): string {
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  const escaped = units.map((unit) => `\\\\u${hexPattern(unit)}`).join("");
  return `(?:${character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}|${escaped})`;
}

function hexPattern(unit: number): string {
  return unit
    .toString(16)
    .padStart(4, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

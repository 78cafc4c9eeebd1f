import { dirname, sep } from "node:path";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { readAsyncApiParts } from "./asyncapi/parts.js";
import { withSchemaFormats } from "./asyncapi/schema-formats.js";
import { type ContractKind, contractKind, mayBeContract, unknownContract } from "./contract-kind.js";
import { type ContractFinding, type Contracts, diagnose, type Example } from "./contracts.js";
import { type Diagnostic, sourceExcerpt } from "./diagnostic.js";
import { KnownDialects, translateDialects } from "./dialects/translate-dialects.js";
import { withoutRecursion } from "./dialects/without-recursion.js";
import { type Document, nothingScanned, type PartReading, scan, valueReading } from "./document.js";
import { type ExactPlace, exactIn, exactNumbersIn, mayBeInexact } from "./exact-number.js";
import { readExpectations } from "./expectations.js";
import { contractFolder, InputError, type InputFile, type ReadingLimits } from "./input.js";
import { withoutVersion32 } from "./openapi/version32.js";
import { applyOverlays } from "./overlay/apply-overlays.js";
import { isOverlay } from "./overlay/overlay.js";
import { parseText } from "./parse-text.js";
import type { ParsedText } from "./parsed-text.js";
import { followReferences, type ReadReferenced, referencedOnDisk } from "./referenced-files.js";
import { resolvePlainReferences } from "./references/plain-references.js";
import { openUnionCycles } from "./references/union-cycles.js";
import { defaultMaxFile } from "./regular-file.js";
import { type RepairOptions, repairDocuments } from "./repair/repair-documents.js";
import { resolveRoots } from "./roots.js";
import { comparingKeywords, isSchemaObject } from "./schema-walk.js";
import { findOversize } from "./size-limits.js";

/** The limits, and where referenced files are read from. */
export interface LoadOptions extends ReadingLimits {
  /** Default: the disk. */
  readonly readReferenced?: ReadReferenced | undefined;
  /** What to do with a pattern that isn't ECMA-262; `leave out` if absent. */
  readonly unreadablePatterns?: RepairOptions["unreadablePatterns"] | undefined;
  /** Parses a file; for callers that read the same text again. Default: `parseText`. */
  readonly parse?: typeof parseText | undefined;
}

/**
 * Parses the input and follows its references to other files, which must be below the folders that the contracts were read
 * from, or below one of `allowRefsTo`. Throws `InputError` if there is no contract at all.
 */
export async function loadContracts(
  inputs: readonly InputFile[],
  cwd: string,
  {
    allowRefsTo = [],
    maxFile = defaultMaxFile,
    readReferenced,
    parse: parseFile = parseText,
    unreadablePatterns = "leave out",
  }: LoadOptions = {},
): Promise<Contracts> {
  const documents = new Map<string, Document>();
  const problems: Diagnostic[] = [];
  const repairs: Diagnostic[] = [];
  const parse = (input: InputFile): Document | undefined => {
    const parsed = parseFile(input.path, input.text);
    const { file, path, text } = input;
    const isContract = parsed.problems.length === 0 && isScanned(input, parsed.value);
    const oversize = isContract ? findOversize(parsed) : undefined;
    const syntax = oversize === undefined ? parsed.problems : [oversize];
    for (const { tokens, ...problem } of syntax) {
      const excerpt = sourceExcerpt(parsed.lines, problem.range);
      const pointer = tokens && { pointer: toPointer(tokens) };
      problems.push({
        severity: "error",
        hint: syntaxHints[problem.code],
        ...problem,
        ...pointer,
        file,
        excerpt,
      });
    }
    if (syntax.length > 0) return undefined;
    const whole: WholeVersion = isContract ? withWholeVersion(parsed) : { value: parsed.value };
    const value = isContract ? inKnownWords(whole.value, text) : whole.value;
    const isSchema = contractKind({ value, path }, input.role) === "schema";
    const document: Document = {
      file,
      path,
      text,
      lines: parsed.lines,
      value,
      scan: isContract ? scan(value, { isSchema }) : nothingScanned,
      locate: parsed.locate,
    };
    if (whole.finding !== undefined)
      repairs.push(diagnose(document, [whole.finding.key], { severity: "warning", ...whole.finding }));
    documents.set(path, document);
    if (holdsSchemas(input)) append(repairs, inexactNumbers(document, parsed.value));
    return document;
  };
  const fromDisk = () => {
    const roots = resolveRoots(
      [...inputs.flatMap((input) => contractFolder(input) ?? []), ...allowRefsTo],
      cwd,
    );
    return referencedOnDisk({ cwd, roots, maxFile });
  };
  const reading = { read: readReferenced ?? fromDisk(), parse };
  const read = inputs.filter(mayBeContract).map((input) => ({ input, document: parse(input) }));
  const of = (role: InputFile["role"]) =>
    read.flatMap(({ input, document }) => {
      if (!document || input.role !== role) return [];
      return [
        { input, document: documents.get(document.path) ?? document, kind: contractKind(document, role) },
      ];
    });
  const overlays = [...of("contract"), ...of("overlay")].filter(({ kind }) => kind === "overlay");
  // An overlay is about other documents, so its own path doesn't count.
  for (const { document } of overlays) documents.delete(document.path);
  append(problems, await followReferences(documents, reading));
  if (overlays.length > 0 && problems.length === 0) {
    const apis = of("contract").filter(({ kind }) => kind === "openapi" || kind === "asyncapi");
    const candidates = apis.length > 0 ? apis : of("contract").filter(({ kind }) => kind === "schema");
    append(
      problems,
      await applyOverlays(
        documents,
        overlays.map(({ document }) => document),
        candidates.map(({ document }) => document),
      ),
    );
    append(problems, await followReferences(documents, reading));
  }
  if (problems.length === 0) {
    readAsyncApiParts(documents);
    const dialects = new KnownDialects(documents);
    const found = resolvePlainReferences(documents);
    append(
      problems,
      found.filter(({ severity }) => severity === "error"),
    );
    append(
      repairs,
      found.filter(({ severity }) => severity !== "error"),
    );
    append(repairs, translateDialects(documents, dialects));
    openUnionCycles(documents);
  }
  if (problems.length === 0) {
    const all = [...of("contract"), ...of("overlay")];
    const documentsByKind = (wanted: ContractKind) =>
      all.filter(({ kind }) => kind === wanted).map(({ document }) => document);
    const parsed = {
      openapi: documentsByKind("openapi"),
      asyncapi: documentsByKind("asyncapi"),
      schemas: documentsByKind("schema"),
    };
    append(repairs, repairDocuments(documents, parsed, { unreadablePatterns }));
  }
  const kinds = [...of("contract"), ...of("overlay")];
  append(
    problems,
    kinds.flatMap(({ document, kind }) => {
      if (kind !== "unknown") return [];
      return unknownContract(document);
    }),
  );
  const byKind = (wanted: ContractKind) =>
    kinds.filter(({ kind }) => kind === wanted).map(({ document }) => document);
  if (kinds.every(({ kind }) => kind === "other" || kind === "unknown") && problems.length === 0) {
    throw new InputError(inputs[0]?.file ?? ".", "holds no OpenAPI, AsyncAPI or JSON Schema document");
  }
  const unparsed = problems.length > 0;
  const { counterexamples, problems: expectationProblems } = readExpectations(of("counterexample"));
  if (!unparsed) append(problems, expectationProblems);
  return {
    documents,
    names: relativePaths([...documents.values()].filter(({ path }) => isContractPath(path, inputs))),
    openapi: byKind("openapi"),
    asyncapi: byKind("asyncapi"),
    schemas: byKind("schema"),
    examples: of("example").flatMap(({ input, document }) => toExamples(input, document)),
    counterexamples,
    cases: of("case").map(({ document }) => document),
    senderCases: of("sender-case").map(({ document }) => document),
    ledgers: of("ledger").map(({ document }) => document),
    problems,
    repairs,
  };
}

/** Adds findings one by one: a call has room for a hundred thousand arguments, and there may be more. */
function append(list: Diagnostic[], more: readonly Diagnostic[]): void {
  for (const each of more) list.push(each);
}

/** A document in the words of the versions that everything else reads, apart from the dialects of schema files. */
function inKnownWords(value: unknown, text: string): unknown {
  const known = withSchemaFormats(withoutVersion32(value));
  // Most documents need no walk for it; the sign before the name may be written as an escape.
  if (/recursive(?:Ref|Anchor)/.test(text)) return withoutRecursion(known);
  return known;
}

function holdsSchemas({ role }: InputFile): boolean {
  return role === "contract" || role === "overlay" || role === "referenced";
}

/** References in an overlay are those of the document that it changes. */
function isScanned({ role }: InputFile, value: unknown): boolean {
  return role === "referenced" || (role === "contract" && !isOverlay(value));
}

const syntaxHints = {
  "yaml-syntax": "Fix the YAML syntax here.",
  "json-syntax": "Fix the JSON syntax here; JSON has no comments and no trailing commas.",
  "duplicate-key": "Remove one of the two; parsers differ in which one they use.",
  "too-deep": "Move inner parts to definitions of their own and refer to them.",
  "too-large": "Write out fewer repetitions, or refer to one definition with `$ref`.",
};

/** An event's name may contain slashes, so its folder may be in others. */
function toExamples(input: InputFile, document: Document): Example[] {
  const parts = input.name.split("/");
  const file = parts.pop();
  if (parts.length === 0 || file === undefined) return [];
  return [{ subject: parts.join("/"), name: file.replace(/\.(json|ya?ml)$/, ""), document }];
}

function isContractPath(path: string, inputs: readonly InputFile[]): boolean {
  const input = inputs.find((candidate) => candidate.path === path);
  return input === undefined || input.role === "contract";
}

/** Paths relative to the folder that all documents share: the same on every machine and in every working folder. */
function relativePaths(documents: readonly Document[]): Map<string, string> {
  const folders = documents.map(({ path }) => dirname(path).split(sep));
  const [first = [], ...others] = folders;
  let shared = first.length;
  for (const folder of others) {
    while (shared > 0 && first.slice(0, shared).some((part, at) => folder[at] !== part)) shared--;
  }
  return new Map(documents.map(({ path }) => [path, path.split(sep).slice(shared).join("/")]));
}

/** A document's value with the whole version of its specification, and what to say if it had only a part of it. */
export interface WholeVersion {
  readonly value: unknown;
  readonly finding?: Omit<ContractFinding, "severity"> & { readonly key: string };
}

const versions = { openapi: /^3\.[012](?:\.[xX*])?$/, asyncapi: /^3\.[01](?:\.[xX*])?$/ };

/** Reads `openapi: "3.0"`, or the number, as `3.0.0`: what the specifications don't allow, but everyone means. */
export function withWholeVersion({ value, lines, locate }: ParsedText): WholeVersion {
  if (!isSchemaObject(value)) return { value };
  for (const key of ["openapi", "asyncapi"] as const) {
    const written = value[key];
    let text = typeof written === "string" ? written.trim() : "";
    if (typeof written === "number") {
      // The number 3.0 is 3.
      const { line, column, endColumn } = locate([key]);
      text = lines.line(line).slice(column - 1, endColumn - 1);
    }
    if (!versions[key].test(text)) continue;
    const version = `${text.slice(0, 3)}.0`;
    const finding = {
      key,
      code: "version-incomplete",
      message: `\`${key}: ${text}\` isn't a whole version; it is read as ${version}`,
      hint: `Write all three numbers: \`${key}: ${version}\`.`,
    } as const;
    return { value: { ...value, [key]: version }, finding };
  }
  return { value };
}

/**
 * A warning for each number that a document's schemas compare values with and that no double holds: generated code
 * compares with the nearest one. `parsed` is the document as its file has it.
 */
export function inexactNumbers(document: Document, parsed: unknown): Diagnostic[] {
  if (!mayBeInexact(parsed)) return [];
  return [...comparedNumbers(parsed, { tokens: [], reading: "keywords" })].map(({ tokens, number }) =>
    diagnose(document, tokens, {
      severity: "warning",
      code: "number-inexact",
      message: `no double holds this number, so generated code compares values with ${number.nearest} instead`,
      hint: "Choose a number with at most 15 digits, or make the value a string.",
    }),
  );
}

interface At {
  readonly tokens: readonly string[];
  readonly reading: Exclude<PartReading, "data">;
}

function* comparedNumbers(value: unknown, { tokens, reading }: At): Generator<ExactPlace> {
  if (typeof value !== "object" || value === null) return;
  if (reading === "keywords" && !Array.isArray(value))
    for (const keyword of comparingKeywords)
      yield* exactNumbersIn(exactIn(value, keyword), [...tokens, keyword]);
  for (const [key, part] of Object.entries(value)) {
    const below = valueReading(reading, key, part);
    if (below !== "data") yield* comparedNumbers(part, { tokens: [...tokens, key], reading: below });
  }
}

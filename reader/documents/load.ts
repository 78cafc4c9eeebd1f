import { dirname, sep } from "node:path";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { readAsyncApiParts } from "./asyncapi/parts.js";
import { withSchemaFormats } from "./asyncapi/schema-formats.js";
import { type ContractKind, kindOf, mayBeContract, unknownContract } from "./contract-kind.js";
import { type Contracts, diagnose, type Example } from "./contracts.js";
import { type Diagnostic, excerptOf } from "./diagnostic.js";
import { KnownDialects, translateDialects } from "./dialects/translate-dialects.js";
import { withoutRecursion } from "./dialects/without-recursion.js";
import type { Document } from "./document.js";
import { readExpectations } from "./expectations.js";
import { followReferences, type ReadReferenced } from "./follow-references.js";
import { inexactNumbers } from "./inexact-numbers.js";
import { folderOf, InputError, type InputFile, type ReadingLimits } from "./input.js";
import { withoutVersion32 } from "./openapi/version32.js";
import { applyOverlays } from "./overlay/apply-overlays.js";
import { isOverlay } from "./overlay/overlay.js";
import { parseText } from "./parse-text.js";
import { referencedOnDisk } from "./referenced-files.js";
import { resolvePlainReferences } from "./references/plain-references.js";
import { openUnionCycles } from "./references/union-cycles.js";
import { defaultMaxFile } from "./regular-file.js";
import { type RepairOptions, repairDocuments } from "./repair/repair-documents.js";
import { rootsOf } from "./roots.js";
import { nothingScanned, scan } from "./scan.js";
import { type WholeVersion, withWholeVersion } from "./whole-version.js";

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
    for (const { tokens, ...problem } of parsed.problems) {
      const excerpt = excerptOf(parsed.lines, problem.range);
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
    if (parsed.problems.length > 0) return undefined;
    const isContract = isScanned(input, parsed.value);
    const whole: WholeVersion = isContract ? withWholeVersion(parsed) : { value: parsed.value };
    const value = isContract ? inKnownWords(whole.value, text) : whole.value;
    const isSchema = kindOf({ value, path }, input.role) === "schema";
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
    if (holdsSchemas(input)) repairs.push(...inexactNumbers(document, parsed.value));
    return document;
  };
  const fromDisk = () => {
    const roots = rootsOf([...inputs.flatMap((input) => folderOf(input) ?? []), ...allowRefsTo], cwd);
    return referencedOnDisk({ cwd, roots, maxFile });
  };
  const reading = { read: readReferenced ?? fromDisk(), parse };
  const read = inputs.filter(mayBeContract).map((input) => ({ input, document: parse(input) }));
  const of = (role: InputFile["role"]) =>
    read.flatMap(({ input, document }) =>
      document && input.role === role
        ? [{ input, document: documents.get(document.path) ?? document, kind: kindOf(document, role) }]
        : [],
    );
  const overlays = [...of("contract"), ...of("overlay")].filter(({ kind }) => kind === "overlay");
  // An overlay is about other documents, so its own path doesn't count.
  for (const { document } of overlays) documents.delete(document.path);
  problems.push(...(await followReferences(documents, reading)));
  if (overlays.length > 0 && problems.length === 0) {
    const apis = of("contract").filter(({ kind }) => kind === "openapi" || kind === "asyncapi");
    const candidates = apis.length > 0 ? apis : of("contract").filter(({ kind }) => kind === "schema");
    problems.push(
      ...(await applyOverlays(
        documents,
        overlays.map(({ document }) => document),
        candidates.map(({ document }) => document),
      )),
    );
    problems.push(...(await followReferences(documents, reading)));
  }
  if (problems.length === 0) {
    readAsyncApiParts(documents);
    const dialects = new KnownDialects(documents);
    const found = resolvePlainReferences(documents);
    problems.push(...found.filter(({ severity }) => severity === "error"));
    repairs.push(...found.filter(({ severity }) => severity !== "error"));
    repairs.push(...translateDialects(documents, dialects));
    openUnionCycles(documents);
  }
  if (problems.length === 0) {
    const all = [...of("contract"), ...of("overlay")];
    const parsedOf = (wanted: ContractKind) =>
      all.filter(({ kind }) => kind === wanted).map(({ document }) => document);
    const parsed = {
      openapi: parsedOf("openapi"),
      asyncapi: parsedOf("asyncapi"),
      schemas: parsedOf("schema"),
    };
    repairs.push(...repairDocuments(documents, parsed, { unreadablePatterns }));
  }
  const kinds = [...of("contract"), ...of("overlay")];
  problems.push(
    ...kinds.flatMap(({ document, kind }) => (kind === "unknown" ? unknownContract(document) : [])),
  );
  const byKind = (wanted: ContractKind) =>
    kinds.filter(({ kind }) => kind === wanted).map(({ document }) => document);
  if (kinds.every(({ kind }) => kind === "other" || kind === "unknown") && problems.length === 0) {
    throw new InputError(inputs[0]?.file ?? ".", "holds no OpenAPI, AsyncAPI or JSON Schema document");
  }
  const unparsed = problems.length > 0;
  const { counterexamples, problems: expectationProblems } = readExpectations(of("counterexample"));
  if (!unparsed) problems.push(...expectationProblems);
  return {
    documents,
    names: namesOf([...documents.values()].filter(({ path }) => isContractPath(path, inputs))),
    openapi: byKind("openapi"),
    asyncapi: byKind("asyncapi"),
    schemas: byKind("schema"),
    examples: of("example").flatMap(({ input, document }) => exampleOf(input, document)),
    counterexamples,
    cases: of("case").map(({ document }) => document),
    senderCases: of("sender-case").map(({ document }) => document),
    ledgers: of("ledger").map(({ document }) => document),
    problems,
    repairs,
  };
}

/** A document in the words of the versions that everything else reads, apart from the dialects of schema files. */
function inKnownWords(value: unknown, text: string): unknown {
  const known = withSchemaFormats(withoutVersion32(value));
  // Most documents need no walk for it; the sign before the name may be written as an escape.
  return /recursive(?:Ref|Anchor)/.test(text) ? withoutRecursion(known) : known;
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
function exampleOf(input: InputFile, document: Document): Example[] {
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
function namesOf(documents: readonly Document[]): Map<string, string> {
  const folders = documents.map(({ path }) => dirname(path).split(sep));
  const [first = [], ...others] = folders;
  let shared = first.length;
  for (const folder of others) {
    while (shared > 0 && first.slice(0, shared).some((part, at) => folder[at] !== part)) shared--;
  }
  return new Map(documents.map(({ path }) => [path, path.split(sep).slice(shared).join("/")]));
}

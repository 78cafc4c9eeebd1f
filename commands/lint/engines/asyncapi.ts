import type { Diagnostic } from "@asyncapi/parser";
import { asyncApiParser, hasSlowPattern } from "../../../reader/check/asyncapi-parser.js";
import { notJudgedHint } from "../../../reader/check/foreign-parsers.js";
import { isAsyncApi } from "../../../reader/documents/contract-kind.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { referencedPath } from "../../../reader/documents/references.js";
import type { Found } from "../rule.js";

/** Runs the rules of the AsyncAPI Initiative's parser on the AsyncAPI documents. */
export async function lintWithAsyncApi(contracts: Contracts): Promise<Found[]> {
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) =>
      // References are looked at by `ref-not-found`.
      (await findDiagnostics(contracts, document))
        .filter(({ code }) => code !== "invalid-ref")
        .map(
          ({ code, message, path, source }): Found => ({
            code: code === "not-judged" ? code : `asyncapi/${code}`,
            document: contracts.documents.get(source ?? "") ?? document,
            tokens: path.map(String),
            target: /not expected/.test(message) ? "key" : "value",
            message: message.trimEnd().replace(/\.$/, ""),
            hint: code === "not-judged" ? notJudgedHint : undefined,
          }),
        ),
    ),
  );
  return found.flat();
}

interface Known {
  /** The document and those that it refers to, in this state. */
  readonly texts: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The last results by path: the parser takes most of the time of a run, and `--watch` often changes other files. */
const known = new Map<string, Known>();

async function findDiagnostics(contracts: Contracts, document: Document): Promise<readonly Diagnostic[]> {
  const texts = textsBehind(contracts, document);
  const last = known.get(document.path);
  if (last?.texts.length === texts.length && last.texts.every((text, index) => text === texts[index]))
    return last.diagnostics;
  const parse = await asyncApiParser(contracts, { recommended: true });
  const diagnostics = [...(await parse(document)), ...valuesNotJudged(contracts, document)];
  known.set(document.path, { texts, diagnostics });
  return diagnostics;
}

/** Says that examples and defaults weren't compared with their schemas, if so. AsyncAPI 3 has a rule of our own: `invalid-example`. */
function valuesNotJudged(contracts: Contracts, { value, path }: Document): Diagnostic[] {
  if (isAsyncApi(value, "3") || !hasSlowPattern(contracts)) return [];
  const message =
    "examples and defaults aren't compared with their schemas, since a pattern of the contracts may take too long";
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return [{ code: "not-judged", message, path: [], range, severity: 1, source: path }];
}

/** The texts of a document and of all that its references lead to, each after its path. */
function textsBehind({ documents }: Contracts, root: Document): string[] {
  const reached = new Set<Document>([root]);
  for (const document of reached) {
    for (const { ref } of document.scan.references) {
      const target = documents.get(referencedPath(document, ref) ?? "");
      if (target !== undefined) reached.add(target);
    }
  }
  return [...reached].flatMap(({ path, text }) => [path, text]);
}

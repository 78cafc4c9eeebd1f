import type { Diagnostic } from "@asyncapi/parser";
import { asyncApiParser } from "../../../reader/check/asyncapi-parser.js";
import { notJudgedHint } from "../../../reader/check/not-judged.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { fileOf } from "../../../reader/documents/references.js";
import type { Found } from "../found.js";

/** Runs the rules of the AsyncAPI Initiative's parser on the AsyncAPI documents. */
export async function lintWithAsyncApi(contracts: Contracts): Promise<Found[]> {
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) =>
      // References are looked at by `ref-not-found`.
      (await diagnosticsOf(contracts, document))
        .filter(({ code }) => code !== "invalid-ref")
        .map(
          ({ code, message, path, source }): Found => ({
            code: code === "not-judged" ? code : `asyncapi/${code}`,
            document: contracts.documents.get(source ?? "") ?? document,
            tokens: path.map(String),
            target: /not expected/.test(message) ? "key" : "value",
            message: message.replace(/\.?\s*$/, ""),
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

async function diagnosticsOf(contracts: Contracts, document: Document): Promise<readonly Diagnostic[]> {
  const texts = textsBehind(contracts, document);
  const last = known.get(document.path);
  if (last?.texts.length === texts.length && last.texts.every((text, index) => text === texts[index]))
    return last.diagnostics;
  const parse = await asyncApiParser(contracts, { recommended: true });
  const diagnostics = await parse(document);
  known.set(document.path, { texts, diagnostics });
  return diagnostics;
}

/** The texts of a document and of all that its references lead to, each after its path. */
function textsBehind({ documents }: Contracts, root: Document): string[] {
  const reached = new Set<Document>([root]);
  for (const document of reached) {
    for (const { ref } of document.scan.references) {
      const target = documents.get(fileOf(document, ref) ?? "");
      if (target !== undefined) reached.add(target);
    }
  }
  return [...reached].flatMap(({ path, text }) => [path, text]);
}

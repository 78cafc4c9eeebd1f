import type { Contracts } from "../documents/contracts.js";
import { diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { loadRedocly } from "../large-libraries.js";
import { unmarked } from "./inherited-names.js";
import { notJudged } from "./not-judged.js";
import { isOfVersion32 } from "./openapi32.js";
import { checkOperationIds } from "./operation-ids.js";
import { isHarmless, isInExtension, readable, tokensOf } from "./redocly-documents.js";
import { inWordsOfJsonSchema, structureHint } from "./schema-files.js";
import { hasStructure } from "./structure/has-structure.js";

/** Checks the structure of OpenAPI documents with Redocly's linter, structural rules only. */
export async function checkOpenApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.openapi.length === 0) return [];
  const judged = contracts.openapi.filter((document) => !hasStructure(document));
  const found = judged.length === 0 ? [] : await lint(contracts, judged);
  return [...inWordsOfJsonSchema(contracts, found), ...checkOperationIds(contracts)];
}

async function lint(contracts: Contracts, judged: readonly Document[]): Promise<Diagnostic[]> {
  const { createConfig, lintDocument } = loadRedocly();
  const config = await createConfig({ rules: { struct: "error" } });
  const { documents, resolver } = readable(contracts);
  const found = await Promise.all(
    judged.map(async (document) => {
      const lintable = documents.get(document);
      if (lintable === undefined) return [];
      let problems: Awaited<ReturnType<typeof lintDocument>>;
      try {
        const options = { document: lintable, config: config.styleguide, externalRefResolver: resolver };
        problems = await lintDocument(options);
      } catch (error) {
        return [diagnose(document, [], notJudged(error, "Redocly's linter"))];
      }
      const misspelt = misspeltFields(problems);
      return problems.flatMap((problem) => {
        const [location] = problem.location;
        const at = (location && contracts.documents.get(location.source.absoluteRef)) || document;
        const tokens = location?.pointer === undefined ? [] : tokensOf(location.pointer);
        const hint =
          problem.suggest.length > 0
            ? `Did you mean ${problem.suggest.map((word) => `\`${unmarked(word)}\``).join(" or ")}?`
            : structureHint(contracts, at, `OpenAPI ${versionOf(document)}`);
        const message = unmarked(problem.message).replace(/\.?\s*$/, "");
        if (isHarmless(message, document) || misspelt.has(missingField(problem) ?? "")) return [];
        const isLater = versionOf(document) === "3.2" || versionOf(at) === "3.2";
        if (isLater && isOfVersion32({ message, tokens })) return [];
        if (isInExtension(at, tokens)) return [];
        return [
          diagnose(at, tokens, {
            // What code is made from has its form (`repairDocuments`); anything else doesn't matter to it.
            severity: isStructure(message) ? "error" : "warning",
            code: "openapi-invalid",
            message,
            hint,
            target: location?.reportOnKey ? "key" : "value",
          }),
        ];
      });
    }),
  );
  return found.flat();
}

/** Whether an object or a list is missing where something is read from it. */
function isStructure(message: string): boolean {
  return /^Expected type .* \((?:object|array)\) but got/.test(message);
}

/** What this file needs of a linter's problem. */
interface Problem {
  readonly message: string;
  readonly suggest: readonly string[];
  readonly location: readonly { readonly pointer?: string | undefined }[];
}

/** The fields whose names are probably misspelt: a finding says so, and that they are missing adds nothing. */
function misspeltFields(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ suggest, location: [at] }) =>
      suggest.map((name) => `${(at?.pointer ?? "").replace(/[^/]*$/, "")}${name}`),
    ),
  );
}

/** The pointer to a required field that isn't there. */
function missingField({ message, location: [at] }: Problem): string | undefined {
  const name = /^The field `(.+)` must be present on this level/.exec(message)?.[1];
  return name === undefined ? undefined : `${at?.pointer ?? ""}/${name}`;
}

function versionOf({ value }: Document): string {
  const { openapi } = value as { openapi?: string };
  return openapi?.slice(0, 3) ?? "3.1";
}

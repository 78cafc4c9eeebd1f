import type {
  BaseResolver,
  NormalizedProblem,
  ResolvedConfig,
  Document as ResolvedDocument,
  SpecVersion,
} from "@redocly/openapi-core";
import { loadRedocly, type RedoclyLinter, type RedoclyVisitor } from "../large-libraries.js";

/** Redocly's rules by name, each with its options, or `off`; those that aren't named are off. */
export type RedoclyRules = Readonly<Record<string, object | "off">>;

/** What Redocly's rules found in a document. */
interface RedoclyRun {
  readonly problems: readonly NormalizedProblem[];
  /** The rules that could not judge it, in words, and what they threw. */
  readonly failed: readonly { readonly who: string; readonly error: unknown }[];
}

/**
 * Runs Redocly's rules on a document in one walk. They take its parts to have the form that the specification demands, and throw otherwise:
 * a rule that did is left out, with what it found until then. No file is read: by itself, the linter would take exceptions, and run a
 * plugin, from the working folder, which may be a stranger's. Throws a `RangeError` if the document is nested too deep.
 */
export async function runRedocly(
  document: ResolvedDocument,
  { rules, resolver }: { readonly rules: RedoclyRules; readonly resolver: BaseResolver },
): Promise<RedoclyRun> {
  const failures = new Map<string, unknown>();
  const problems: NormalizedProblem[] = [];
  try {
    const linter = loadRedocly();
    const version = openApiVersion(document.parsed) ?? linter.detectSpec(document.parsed);
    // What looks like a reference in an example is data.
    const config = new linter.Config({ rules, resolve: { doNotResolveExamples: true } } as ResolvedConfig);
    const types = linter.normalizeTypes(linter.getTypes(version), config);
    const rootType = types.Root as NonNullable<typeof types.Root>;
    const resolvedRefMap = await linter.resolveDocument({
      rootDocument: document,
      rootType,
      externalRefResolver: resolver,
    });
    const chosen = createRules(linter, { version, config, failures });
    const normalizedVisitors = linter.normalizeVisitors(chosen, types as never);
    for (const { enter, leave } of Object.values(normalizedVisitors))
      for (const visitor of [...enter, ...leave] as RedoclyVisitor[]) guard(visitor, failures);
    const ctx = { problems, specVersion: version, config, visitorsData: {} };
    linter.walkDocument({ document, rootType, normalizedVisitors, resolvedRefMap, ctx });
  } catch (error) {
    return { problems: [], failed: [{ who: "Redocly's linter", error }] };
  }
  return {
    problems: problems.filter(({ ruleId }) => !failures.has(ruleInitiator(ruleId))),
    failed: [...failures].map(([rule, error]) => ({ who: ruleInWords(rule), error })),
  };
}

/** The version of an OpenAPI document, also if it is one without a patch, such as `3.1`. */
function openApiVersion(root: unknown): SpecVersion | undefined {
  const { openapi } = root as { readonly openapi?: unknown };
  switch (/^3\.[012](?=\.|$)/.exec(String(openapi))?.[0]) {
    case "3.0":
      return "oas3_0";
    case "3.1":
      return "oas3_1";
    case "3.2":
      return "oas3_2";
    default:
      return undefined;
  }
}

/** The rule of Redocly that runs all of one's own making. */
const assertions = "assertions";

function ruleInitiator(ruleId: string): string {
  return ruleId.startsWith("rule/") ? assertions : ruleId;
}

function ruleInWords(rule: string): string {
  if (rule === assertions) return "Redocly's configurable rules (`redocly/rule/…`)";
  return `Redocly's rule \`${rule}\``;
}

/** Rules about what only one version says. They would run on the others as well: Redocly's own sets leave them out. */
const onlyIn: Readonly<Record<string, SpecVersion>> = {
  "nullable-type-sibling": "oas3_0",
  "spec-discriminator-defaultMapping": "oas3_2",
  "spec-no-invalid-encoding-combinations": "oas3_2",
  "spec-no-invalid-tag-parents": "oas3_2",
  "spec-querystring-parameters": "oas3_2",
};

interface Chosen {
  readonly version: SpecVersion;
  readonly config: InstanceType<RedoclyLinter["Config"]>;
  readonly failures: Map<string, unknown>;
}

/** The rules that are on. */
function createRules(linter: RedoclyLinter, { version, config, failures }: Chosen) {
  const known = rulesOfVersion(linter, version);
  return Object.entries(known).flatMap(([ruleId, create]) => {
    const settings = config.getRuleSettings(ruleId, version);
    if (settings.severity === "off" || (onlyIn[ruleId] ?? version) !== version) return [];
    try {
      const visitors = [create(settings)].flat();
      return visitors.map((visitor) => ({ ruleId, severity: "error" as const, visitor }));
    } catch (error) {
      failures.set(ruleId, error);
      return [];
    }
  });
}

function rulesOfVersion(linter: RedoclyLinter, version: SpecVersion) {
  switch (version) {
    case "oas2":
      return linter.oas2;
    case "async2":
      return linter.async2;
    case "async3":
      return linter.async3;
    default:
      return linter.oas3;
  }
}

/** Lets a rule stop at its first failure, without the others. */
function guard(visitor: RedoclyVisitor, failures: Map<string, unknown>): void {
  const { ruleId, visit, skip } = visitor;
  const attempt = <Result>(run: () => Result, otherwise: Result): Result => {
    if (failures.has(ruleId)) return otherwise;
    try {
      return run();
    } catch (error) {
      // The walk is too deep, whichever rule is at its end.
      if (error instanceof RangeError) throw error;
      failures.set(ruleId, error);
      return otherwise;
    }
  };
  visitor.visit = (...args) => attempt(() => visit(...args), undefined);
  if (skip !== undefined) visitor.skip = (...args) => attempt(() => skip(...args), true);
}

import type { BaseResolver, Document, NormalizedProblem } from "@redocly/openapi-core";
import { loadRedocly } from "../../../reader/large-libraries.js";

/** Rules by their names, in the form of Redocly's configuration. */
export type RedoclyRules = Readonly<Record<string, object | "off">>;

/** What Redocly's rules found in a document. */
export interface RedoclyRun {
  readonly problems: readonly NormalizedProblem[];
  /** The rules that could not judge it, in words, and what they threw. */
  readonly failed: readonly { readonly who: string; readonly error: unknown }[];
}

/**
 * Runs Redocly's rules on a document. They take its parts to have the form that the specification demands, and throw otherwise: then
 * each rule runs alone, so that only those that fail are missing.
 */
export async function runRedocly(
  document: Document,
  { rules, resolver }: { readonly rules: RedoclyRules; readonly resolver: BaseResolver },
): Promise<RedoclyRun> {
  const { createConfig, lintDocument } = loadRedocly();
  const run = async (chosen: RedoclyRules): Promise<NormalizedProblem[]> => {
    const { styleguide } = await createConfig({ rules: { ...chosen } });
    return lintDocument({ document, config: styleguide, externalRefResolver: resolver });
  };
  try {
    return { problems: await run(rules), failed: [] };
  } catch {
    const off = Object.fromEntries(Object.keys(rules).map((name) => [name, "off" as const]));
    const withoutRules = await attempt(() => run(off));
    if (withoutRules.kind === "failed") {
      const { error } = withoutRules;
      return { problems: [], failed: [{ who: "Redocly's linter", error }] };
    }
    const problems: NormalizedProblem[] = [];
    const failed: { who: string; error: unknown }[] = [];
    for (const [name, setting] of Object.entries(rules)) {
      if (setting === "off") continue;
      const result = await attempt(() => run({ ...off, [name]: setting }));
      if (result.kind === "done") problems.push(...result.problems);
      else failed.push({ who: `Redocly's rule \`${name}\``, error: result.error });
    }
    return { problems, failed };
  }
}

type Attempt =
  | { readonly kind: "done"; readonly problems: readonly NormalizedProblem[] }
  | { readonly kind: "failed"; readonly error: unknown };

async function attempt(run: () => Promise<readonly NormalizedProblem[]>): Promise<Attempt> {
  try {
    return { kind: "done", problems: await run() };
  } catch (error) {
    return { kind: "failed", error };
  }
}

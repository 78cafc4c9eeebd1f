/** What is changed of a rule of Spectral. */
export interface CheckingRule {
  then: RuleStep[];
}

interface RuleStep {
  readonly function: (target: never, options: never, context: never) => unknown;
}

const structure = ["asyncapi-document-resolved", "asyncapi-document-unresolved"];

/** Spectral keeps compiled schemas for each such object, of which it has one for each document. */
const inventory = {};

/**
 * Lets all documents of this process share the compiled schemas of the AsyncAPI specification, which take several times as long
 * to compile as a document takes to be checked.
 */
export function reuseCompiledSchemas(rules: Readonly<Record<string, CheckingRule>>): void {
  for (const name of structure) {
    const rule = rules[name];
    if (rule === undefined) continue;
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for what a rule does
    rule.then = rule.then.map((step) => ({
      ...step,
      function: (target: never, options: never, context: object) =>
        step.function(target, options, { ...context, documentInventory: inventory } as never),
    }));
  }
}

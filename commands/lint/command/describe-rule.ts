import { describeDiagnostic } from "../../generate/describe-diagnostic.js";
import type { RuleText } from "../../report/findings/reporter.js";
import type { LintPlugin } from "../plugins/plugin.js";
import { builtInRules } from "../rules/registry.js";

const ignores: Readonly<Record<string, RuleText>> = {
  "ignore-without-reason": {
    meaning: "A rule is ignored without a reason.",
    help: "Write the reason after a colon.",
    level: "warning",
  },
  "ignore-unused": {
    meaning: "A rule is ignored where it has no finding.",
    help: "Remove the comment or the extension, or correct its place.",
    level: "warning",
  },
};

/** What rules mean, by the codes of their findings. */
export function describeRules(plugins: readonly LintPlugin[]): (code: string) => RuleText {
  const rules = new Map(
    [
      ...builtInRules.map((rule) => [rule.name, rule] as const),
      ...plugins.flatMap(({ name, rules }) => rules.map((rule) => [`${name}/${rule.name}`, rule] as const)),
    ].map(([code, { finds, why, remedy, severity }]) => [
      code,
      {
        meaning: finds,
        help: `${why} ${remedy}`,
        level: severity === "error" ? "error" : "warning",
      } as const,
    ]),
  );
  return (code) => {
    const known = rules.get(code) ?? ignores[code];
    if (known !== undefined) return known;
    const [engine, name] = code.split("/");
    if (engine === "redocly")
      return {
        meaning: `Redocly's rule \`${name}\`.`,
        help: `See the description of \`${name}\` on https://redocly.com/docs/cli/rules/built-in-rules.`,
        level: "warning",
      };
    if (engine === "asyncapi")
      return {
        meaning: `The rule \`${name}\` of AsyncAPI's parser.`,
        help: "Compare with the specification of that object.",
        level: "warning",
      };
    return describeDiagnostic(code);
  };
}

import { thrownText } from "../../generator/plugins/errors.js";
import type { Contracts } from "../../reader/documents/contracts.js";
import { LintRuleError } from "./errors.js";
import type { Found } from "./found.js";
import type { Rule, RuleContext, RuleFinding } from "./rule.js";
import { builtInRules } from "./rules/registry.js";
import type { LintSettings } from "./settings.js";
import type { Severities } from "./severities.js";
import { type ListedMessage, messagesIn } from "./walk/messages.js";
import { type ListedOperation, operationsOf } from "./walk/operations.js";
import type { SchemaNode } from "./walk/schema-node.js";
import { schemasOf } from "./walk/schemas.js";

/** Runs oipkit's own rules and those of plugins. Throws `LintRuleError` if one of a plugin fails. */
export function runRules(contracts: Contracts, settings: LintSettings, severities: Severities): Found[] {
  const lists = lazyLists(contracts);
  const run = (rule: Rule, code: string): Found[] => {
    if (!severities.isOn(code)) return [];
    const options = { ...rule.options, ...settings.rules.get(code)?.options };
    const context: RuleContext = Object.defineProperties({} as RuleContext, {
      ...Object.getOwnPropertyDescriptors(lists),
      options: { value: options, enumerable: true },
    });
    return [...rule.check(context)].map((finding) => foundBy(rule, code, finding));
  };
  const own = builtInRules.flatMap((rule) => run(rule, rule.name));
  const others = settings.plugins.flatMap(({ name, rules }) =>
    rules.flatMap((rule) => {
      const code = `${name}/${rule.name}`;
      try {
        return run(rule, code);
      } catch (cause) {
        if (cause instanceof LintRuleError) throw cause;
        throw new LintRuleError(code, `it threw (${thrownText(cause)})`, { cause });
      }
    }),
  );
  return [...own, ...others];
}

function foundBy(rule: Rule, code: string, finding: RuleFinding): Found {
  const { place, target = "value", message, remedy, detail, fix, secret = false } = finding ?? {};
  if (typeof message !== "string" || place?.document === undefined || !Array.isArray(place.tokens))
    throw new LintRuleError(code, "a finding needs a `place` of the contracts and a `message`");
  const { document, tokens } = place;
  return { code, document, tokens, target, message, hint: remedy ?? rule.remedy, detail, fix, secret };
}

type Lists = Omit<RuleContext, "options">;

/** Lists that are made on first use, once for all rules. */
function lazyLists(contracts: Contracts): Lists {
  let schemas: readonly SchemaNode[] | undefined;
  let operations: readonly ListedOperation[] | undefined;
  let messages: readonly ListedMessage[] | undefined;
  return {
    contracts,
    get operations() {
      operations ??= operationsOf(contracts);
      return operations;
    },
    get messages() {
      messages ??= messagesIn(contracts);
      return messages;
    },
    get schemas() {
      schemas ??= schemasOf(contracts, this.operations, this.messages);
      return schemas;
    },
  };
}

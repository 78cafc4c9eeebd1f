import type { Case, Clause } from "../../../../commands/conform/suite/suite.js";
import type { ProtocolRules } from "../../../../reader/model/webhook-protocol.js";
import { opened, ruleText, untimed } from "../openness.js";
import { batchPart } from "./batch-part.js";
import { callbacksPart } from "./callbacks-part.js";
import { encryptionPart, headersPart, requestPart, tokenPart } from "./content-parts.js";
import { bindingPart, duplicatesPart, orderingPart, testsPart } from "./event-parts.js";
import type { PartCase, ProtocolFacts, ProtocolPart } from "./part.js";
import { noncePart, signaturePart, timestampPart } from "./signature-part.js";
import { verificationPart } from "./verification-part.js";

/** Every part of a protocol document that cases are derived from. */
const parts: readonly ProtocolPart[] = [
  signaturePart,
  timestampPart,
  noncePart,
  tokenPart,
  encryptionPart,
  headersPart,
  requestPart,
  duplicatesPart,
  batchPart,
  bindingPart,
  orderingPart,
  testsPart,
  verificationPart,
  callbacksPart,
];

/** Cases derived from a protocol document, and the rules that they test. */
interface ProtocolCases {
  readonly cases: readonly Case[];
  readonly clauses: readonly Clause[];
}

/**
 * The cases of each part that a protocol document has and that no hand-written case is about, with the ids
 * `protocol/<part>/<name>`; their clause is the place in the document.
 */
export function protocolCases(
  facts: ProtocolFacts,
  written: readonly Case[],
  rules: ProtocolRules,
): ProtocolCases {
  const open = parts.filter(({ isAbout }) => !written.some((each) => isAbout(each, facts.protocol)));
  const derived = open.map((part) => ({
    part,
    clause: partClause(part),
    cases: judgedCases(facts, part, rules),
  }));
  const filled = derived.filter(({ cases }) => cases.length > 0);
  return {
    cases: filled.flatMap(({ part, clause, cases }) =>
      cases.map(({ name, ...rest }): Case => ({ id: `protocol/${part.name}/${name}`, clause, ...rest })),
    ),
    clauses: filled.map(({ part, clause, cases }) => {
      const ids = (isPositive: boolean): readonly string[] =>
        cases
          .filter((each) => expectsAcceptance(each) === isPositive)
          .map(({ name }) => `protocol/${part.name}/${name}`);
      const [positive, negative] = [ids(true), ids(false)];
      return {
        id: `protocol-${part.name}`,
        section: clause,
        level: cases.some(({ level }) => level === "must") ? "must" : "should",
        text: ruleText(part.rule, part.ruledBy && rules[part.ruledBy]),
        ...(positive.length > 0 && { positive }),
        ...(negative.length > 0 && { negative }),
      };
    }),
  };
}

/** The cases of a part, as far as the protocol states what they are about. */
function judgedCases(facts: ProtocolFacts, part: ProtocolPart, rules: ProtocolRules): readonly PartCase[] {
  const { protocol } = facts;
  return part.cases(facts).flatMap(({ ruledBy = part.ruledBy, ...each }): PartCase[] => {
    const [first, timed] = untimed(opened({ protocol, rules }, each, ruledBy), rules);
    if (timed === undefined) return [first];
    return [first, { ...timed, name: `${timed.name}-in-time` }];
  });
}

function partClause({ member }: ProtocolPart): string {
  return `x-webhook-protocol/${member}`;
}

function expectsAcceptance({ steps }: Pick<Case, "steps">): boolean {
  return steps.every(
    (step) =>
      !("expect" in step) ||
      step.expect.status.includes("accepted") ||
      step.expect.status.includes("verified") ||
      step.expect.status.includes(200),
  );
}

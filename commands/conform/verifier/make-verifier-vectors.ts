import { derivePublicKey, exampleSecret, type Protocol } from "@oipkit/runtime/webhook";
import type { Level } from "../suite/suite.js";
import type { VectorDraft, VerifierRule } from "./rule.js";
import { verifierRules } from "./rules.js";
import { plannedRequest, type VectorSource } from "./signed-request.js";
import type { VerifierGroup, VerifierVector, VerifierVectors } from "./verifier-vectors.js";

/** What the documentation says of a rule. */
export interface RuleStatement {
  readonly clause: string;
  /** Absent if no ledger states the rule. */
  readonly level?: Level;
}

/** Finds what the documentation says of a family of near misses. */
export type FindRuleStatement = (rule: {
  readonly near: string | undefined;
  readonly member: string;
}) => RuleStatement;

/** 2025-01-01T00:00:00Z. */
const nowSeconds = 1_735_689_600;

/** What the secrets are derived from. */
const secretTexts = ["example-signing-secret", "example-previous-secret"] as const;

const inProtocol: FindRuleStatement = ({ member }) => ({ clause: `x-webhook-protocol/${member}` });

/** The parts of a protocol that vectors are made from, with the rules that its platform states. */
export interface VectorProtocol extends Pick<Protocol, "headers" | "signature" | "timestamp"> {
  readonly rules?: { readonly signatureForm?: unknown };
}

/** The vectors of a protocol; always the same ones. */
export function makeVerifierVectors(
  { headers, signature, timestamp, rules }: VectorProtocol,
  findStatedRule: FindRuleStatement = inProtocol,
): VerifierVectors {
  const protocol = { headers, signature, ...(timestamp !== undefined && { timestamp }) };
  const [current, previous] = secretTexts.map((text) => exampleSecret({ signature }, text));
  const source: VectorSource = { protocol, secrets: [current ?? "", previous ?? ""], now: nowSeconds };
  const groups = verifierRules.flatMap((rule): readonly VerifierGroup[] => {
    const stated = findStatedRule({ near: rule.near, member: rule.member });
    const vectors = rule
      .vectors(source)
      .map((draft) => toVector(source, rule, { draft: inForm(draft, rules), stated }));
    if (vectors.length === 0) return [];
    return [
      { rule: rule.name, clause: stated.clause, text: rule.text, ...configuration(source, rule), vectors },
    ];
  });
  return { format: 1, protocol, now: nowSeconds, groups };
}

function configuration(
  { protocol, secrets }: VectorSource,
  { hasPrevious }: VerifierRule,
): Pick<VerifierGroup, "secrets" | "publicKeys"> {
  const own = hasPrevious === true ? secrets : secrets.slice(0, 1);
  if (protocol.signature.algorithm.startsWith("hmac-")) return { secrets: own };
  return { secrets: own, publicKeys: own.map((secret) => derivePublicKey(protocol, secret)) };
}

/** A draft about something that the platform may not have stated. */
function inForm(draft: VectorDraft, rules: VectorProtocol["rules"]): VectorDraft {
  if (draft.ruledBy === undefined || rules?.[draft.ruledBy] !== undefined) return draft;
  return { ...draft, level: "info" };
}

interface Drafted {
  readonly draft: VectorDraft;
  readonly stated: RuleStatement;
}

function toVector(
  source: VectorSource,
  { name: rule }: VerifierRule,
  { draft, stated }: Drafted,
): VerifierVector {
  const { name, level, free, plan, flags, why, result } = draft;
  const { body, ...request } = plannedRequest(source, plan);
  const text = body.toString("utf8");
  return {
    id: `${rule}/${name}`,
    level: free === true ? level : (stated.level ?? level),
    flags,
    why,
    result,
    ...request,
    ...(Buffer.from(text).equals(body) ? { body: text } : { base64: body.toString("base64") }),
  };
}

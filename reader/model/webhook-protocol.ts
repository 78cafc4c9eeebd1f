import { isSchemaObject as isRecord } from "../documents/schema-walk.js";

/** Where a platform states a rule, and the rule in the contract's own words. */
export interface RuleSource {
  readonly url: string;
  readonly says: string;
}

/** A rule of `x-webhook-protocol` that its platform states. */
export interface StatedRule {
  /** Default: `must`. */
  readonly level?: "must" | "should";
  readonly source: RuleSource;
}

/** What a platform demands of a receiver beyond signature, window and statuses. A rule that is absent is open. */
export interface ProtocolRules {
  readonly unknownEvents?: StatedRule & { readonly answer: "accepted" | "refused" };
  readonly duplicates?: StatedRule;
  readonly ordering?: StatedRule;
  readonly replay?: StatedRule;
  readonly signatureForm?: StatedRule;
  readonly timeouts?: StatedRule;
  readonly verification?: StatedRule;
}

type Data = Readonly<Record<string, unknown>>;

/** A protocol as receivers and suites take it, and what its platform says about receivers. */
interface ReadProtocol {
  /** With one status for each answer, and in `responses.allowed` the others that are right, too. */
  readonly protocol: Data;
  readonly rules: ProtocolRules;
  /** Headers without a role that every request has, with a value for each. */
  readonly otherHeaders: Readonly<Record<string, string>>;
}

/** What a receiver answers if a contract leaves it a choice. */
const chosen: Readonly<Record<string, number>> = {
  accepted: 204,
  unauthenticated: 401,
  unprocessable: 400,
  unavailable: 503,
};

/** The parts of an `x-webhook-protocol`. One that states a status for each answer, and no rules, is its own protocol. */
export function readProtocol(given: Data): ReadProtocol {
  const { rules = {}, otherHeaders = {}, ...protocol } = given;
  const { unknownEvents } = rules as ProtocolRules;
  const read: Record<string, unknown> = { ...protocol };
  if (isRecord(protocol.timestamp)) read.timestamp = withoutSource(protocol.timestamp);
  if (isRecord(protocol.responses)) read.responses = responses(withoutSource(protocol.responses));
  if (isRecord(protocol.verification)) read.verification = verification(protocol.verification);
  if (unknownEvents?.answer === "accepted") read.unknownEvents = "accepted";
  return {
    protocol: withWholeSignature(read),
    rules: rules as ProtocolRules,
    otherHeaders: otherHeaders as Readonly<Record<string, string>>,
  };
}

/** The signature of an HTTP message has no form to choose, so a contract leaves out how it is written. */
const messageForm = { separator: "", prefix: "", encoding: "base64" };

function withWholeSignature(protocol: Data): Data {
  const { signature } = protocol;
  if (!isRecord(signature) || signature.form === undefined) return protocol;
  return { ...protocol, signature: { ...messageForm, ...signature } };
}

function responses(given: Data): Data {
  const allowed = Object.entries(given).filter(([, status]) => typeof status !== "number");
  if (allowed.length === 0) return given;
  const statuses = Object.entries(given).map(([role, status]) => [role, oneStatus(role, status)] as const);
  return { ...Object.fromEntries(statuses), allowed: Object.fromEntries(allowed) };
}

function verification(given: Data): Data {
  const { status } = given;
  const answered = withOneAnswer(given);
  if (typeof status === "number") return answered;
  return { ...answered, status: oneStatus("accepted", status), allowed: status };
}

/** The first answer of a list, and in `allowedAnswers` the others. */
function withOneAnswer(given: Data): Data {
  if (!Array.isArray(given.answer)) return given;
  const [answer, ...allowedAnswers] = given.answer as readonly unknown[];
  if (allowedAnswers.length === 0) return { ...given, answer };
  return { ...given, answer, allowedAnswers };
}

/** The status that a receiver answers: the first of a list, or the usual one of a class. */
function oneStatus(role: string, status: unknown): unknown {
  if (typeof status === "number") return status;
  if (Array.isArray(status)) return status[0];
  if (status === "4XX") return role === "unauthenticated" ? 401 : 400;
  if (status === "5XX") return 503;
  return chosen[role];
}

function withoutSource({ source: _, ...rest }: Data): Data {
  return rest;
}

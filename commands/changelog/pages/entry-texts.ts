import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { ChangeFacts, ChangeFinding, RemovedMember } from "../../diff/comparison.js";
import { toRecord } from "../../diff/part.js";
import { changeText, listed, shown } from "../../diff/shared-rules.js";
import { schemaPath, schemaStart } from "./subject.js";
import {
  keywordWording,
  listedWording,
  type NodesOfBoth,
  some,
  valuesWording,
  type Wording,
} from "./words.js";

/** What happened to something with a name: entries of the same kind and subject are told as one. */
export interface NamedChange {
  readonly kind: string;
  readonly name: string;
  /** The text for several names, each in backticks. */
  readonly text: (names: readonly string[]) => string;
  /** What it is, such as "list of `Owner`". */
  readonly type?: string;
}

/** What a change means for people who use the API, whom it addresses. */
export interface EntryText extends Wording {
  readonly named?: NamedChange;
}

/** The text of a finding. Without the versions that were compared, it is made from the finding alone. */
export function entryText(finding: ChangeFinding, nodes: NodesOfBoth | undefined): EntryText {
  const { code } = finding;
  if (code === "schema-narrowed" || code === "schema-widened")
    return (nodes && keywordWording(finding, nodes)) ?? listedWording(finding) ?? witnessText(finding);
  const undecided = undecidedTexts[code];
  if (undecided !== undefined) return { text: undecided, isComplete: false };
  const named = namedChange(finding, nodes);
  if (named !== undefined)
    return { text: named.text([named.name]), named, ...advice(finding), isComplete: true };
  if (code === "value-added" || code === "value-removed")
    return valuesWording([finding.facts?.value], { isNarrowed: code === "value-removed", who: "any" });
  if (finding.facts?.defaults !== undefined)
    return { text: defaultText(finding.facts.defaults), ...advice(finding), isComplete: true };
  if (code === "response-added" || code === "response-removed")
    return { text: responseText(finding), ...advice(finding), isComplete: true };
  const signature =
    code === "operation-added" || code === "operation-removed" ? sentTypes(finding, nodes) : "";
  return { text: `${addressed(finding.message)}${signature}`, ...advice(finding), isComplete: true };
}

function defaultText(defaults: NonNullable<ChangeFacts["defaults"]>): string {
  if (defaults.old === undefined) return `the default is ${shown(defaults.new)} now`;
  if (defaults.new === undefined) return `the default ${shown(defaults.old)} is gone`;
  return changeText("the default", { old: defaults.old, new: defaults.new });
}

/** Its part names the status. */
function responseText({ code, verdict }: ChangeFinding): string {
  if (code === "response-removed") return "the response was removed";
  if (verdict === "compatible") return "the response is new";
  return "the response is new; your programs don't expect it";
}

/** The named schemas that an operation takes and answers with, so that a reader finds them; empty if it has none. */
function sentTypes({ old, new: current, change }: ChangeFinding, nodes: NodesOfBoth | undefined): string {
  const [place, read] = change === "removed" ? [old, nodes?.old] : [current, nodes?.new];
  if (place === undefined || read === undefined) return "";
  const { requestBody, responses } = toRecord(read(place).at(-1));
  const taken = namesIn(requestBody);
  const success = Object.entries(toRecord(responses)).find(([status]) => status.startsWith("2"));
  const answered = namesIn(success?.[1]);
  const parts = [
    ...(taken.length === 0 ? [] : [`takes ${listed(taken)}`]),
    ...(answered.length === 0 ? [] : [`answers ${listed(answered)}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function namesIn(body: unknown): readonly string[] {
  const names = Object.values(toRecord(toRecord(body).content)).map(
    (type) => /^`(.*)`$/.exec(typeText(toRecord(type).schema) ?? "")?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}

function namedChange(finding: ChangeFinding, nodes: NodesOfBoth | undefined): NamedChange | undefined {
  const { code, old, new: current, facts = {} } = finding;
  switch (code) {
    case "property-added":
      return member(current, nodes?.new, {
        kind: code,
        text: (names) => `new member${s(names)} ${some(names)}`,
      });
    case "property-removed": {
      const { removedMember = "never-sent" } = facts;
      return member(old, undefined, {
        kind: `${code} ${removedMember}`,
        text: (names) => `member${s(names)} ${some(names)} removed${removedTexts[removedMember](names)}`,
      });
    }
    case "deprecated":
    case "deprecation-withdrawn": {
      const isNow = code === "deprecated";
      return member(current, undefined, {
        kind: code,
        text: (names) =>
          `${some(names)} ${names.length === 1 ? "is" : "are"} ${isNow ? "deprecated" : "no longer deprecated"}`,
      });
    }
    default:
      return undefined;
  }
}

/** A change of a member that is named by the last `properties` on its way; `undefined` if it isn't one. */
function member(
  place: ChangeFinding["new"],
  read: NodesOfBoth["new"] | undefined,
  { kind, text }: Pick<NamedChange, "kind" | "text">,
): NamedChange | undefined {
  const start = place === undefined ? undefined : schemaStart(place);
  if (place === undefined || start === undefined) return undefined;
  const tokens = fromPointer(place.pointer);
  const { rest } = schemaPath(tokens, start);
  const at = tokens.lastIndexOf("properties");
  if (rest.length > 1 || at < start || at !== tokens.length - rest.length - 2) return undefined;
  const type = read === undefined ? undefined : typeText(read(place).at(-1));
  return { kind, name: tokens[at + 1] ?? "", text, ...(type !== undefined && { type }) };
}

/** What a schema is, in a few words. */
function typeText(schema: unknown): string | undefined {
  const { $ref, type, items, allOf } = toRecord(schema);
  if (typeof $ref === "string") return `\`${$ref.split("/").at(-1)}\``;
  if (type === "array") {
    const inner = typeText(items);
    return inner === undefined ? "list" : `list of ${inner}`;
  }
  if (Array.isArray(allOf) && allOf.length === 1) return typeText(allOf[0]);
  return typeof type === "string" ? type : undefined;
}

/** What readers can do about changes that break or may surprise them. */
function advice({ code, verdict, facts }: ChangeFinding): { readonly advice?: string } {
  if (verdict === "compatible") return {};
  if (facts?.removedMember === "ignored") return { advice: "Stop sending it" };
  const text = advices[code];
  return text === undefined ? {} : { advice: text };
}

const advices: Readonly<Partial<Record<ChangeFinding["code"], string>>> = {
  "operation-removed": "Stop calling it",
  "webhook-removed": "Stop waiting for it",
  "event-removed": "Stop waiting for it",
  "parameter-added": "Send it",
  "parameter-required": "Always send it",
  "parameter-removed": "Stop sending it",
  "parameter-default-changed": "Send the value that you rely on",
  "request-body-added": "Send it",
  "request-body-required": "Always send it",
  "request-media-type-removed": "Send another media type",
  "response-media-type-removed": "Ask for another media type",
  "response-added": "Handle the status",
  "response-removed": "Don't wait for the status",
  "response-header-removed": "Don't rely on it",
  "response-header-optional": "Don't rely on it",
  "property-removed": "Don't rely on it",
  "property-default-changed": "Send the value that you rely on",
  "security-changed": "Send what is needed to be allowed to call it",
  "server-removed": "Use another address",
};

/** Which of the two versions refuses the witness, and why. */
function witnessText({ code, facts, affects }: ChangeFinding): EntryText {
  const text = readersTexts(affects)[code as keyof typeof forOthers];
  if (facts?.refusal === undefined) return { text, isComplete: false };
  return { text: `${text} (${facts.refusal.replace(/^the document\b/, "the value")})`, isComplete: false };
}

/** The texts for those who are affected, for those who aren't, or for schemas, whose users aren't known. */
function readersTexts(affects: ChangeFinding["affects"]): typeof forOthers {
  if (affects.includes("anyone")) return forSchemas;
  if (affects.length > 0) return forAffected;
  return forOthers;
}

const undecidedTexts: Readonly<Record<string, string>> = {
  "schema-narrowing-undecided": "it is possible that some of what you could send is refused now",
  "schema-widening-undecided": "it is possible that you receive something that the old contract ruled out",
};

/** Of what consumers send, less is accepted; of what they receive, more is possible. */
const forAffected = {
  "schema-narrowed": "some of what you could send is refused now",
  "schema-widened": "you may now receive what the old contract ruled out",
};

const forOthers = {
  "schema-narrowed": "you no longer receive what the new contract rules out",
  "schema-widened": "you may now send what the old contract ruled out",
};

const forSchemas = {
  "schema-narrowed": "some documents that were valid are refused now",
  "schema-widened": "some documents are valid now that the old schema ruled out",
};

/** Messages speak of consumers and their programs; here, the consumer reads them. */
function addressed(message: string): string {
  return message
    .replace(/\b[Pp]rograms of (?:the )?consumers?\b/g, "your programs")
    .replace(/\bthe consumer's\b/g, "your")
    .replace(/\bconsumers\b(?! of)/g, "you");
}

function s(names: readonly string[]): string {
  return names.length === 1 ? "" : "s";
}

/** What becomes of members that were removed. */
const removedTexts: Readonly<Record<RemovedMember, (names: readonly string[]) => string>> = {
  ignored: () => ": what is sent there is ignored",
  "not-sent": (names) => `: ${names.length === 1 ? "it is" : "they are"} no longer sent`,
  "never-sent": () => "",
};

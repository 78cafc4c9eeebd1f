import { below, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import type { Affected, ChangeEffect, ContractChange } from "../comparison.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { SchemaUse } from "../parts/member-notes.js";
import { changeText, flowEffects, type RoleEffects } from "../shared-rules.js";
import type { Unjudged } from "./differing-fields.js";

/** What a keyword of a schema means that says nothing of which values are valid. */
type KeywordJudgement = Pick<ContractChange, "code" | "effects" | "message" | "remedy">;

/** Judges a keyword that differs, by where the schema is used; `undefined` if its meaning isn't known. */
export function keywordJudgement(field: Unjudged, uses: readonly SchemaUse[]): KeywordJudgement | undefined {
  const { name, old, new: current } = field;
  const text = changeText(`\`${name}\``, { old: old.value, new: current.value });
  switch (name) {
    case "contentEncoding":
    case "contentMediaType":
      return contentJudgement(field, text, uses);
    case "contentSchema":
      return described(field, uses);
    case "xml":
      return xmlJudgement(field, text, uses);
    case "format":
      return {
        code: "format-changed",
        effects: usedEffects(uses, current.value === undefined ? {} : { sender: "risky" }),
        message: `${text}; validators don't know it, so it tells the receiver what is meant${current.value === undefined ? "" : ", and a server may demand it"}`,
      };
    case "default":
      return {
        code: "property-default-changed",
        effects: usedEffects(uses, { sender: "risky" }),
        message: `${text}; no specification says whether a value that isn't a property has it where it is left out`,
      };
    default:
      return undefined;
  }
}

function contentJudgement(
  { old, new: current }: Unjudged,
  text: string,
  uses: readonly SchemaUse[],
): KeywordJudgement {
  const code = "content-changed";
  const [before, after] = [old.value, current.value].map((value) => String(value).toLowerCase());
  if (before === after) return { code, effects: {}, message: `${text}: the case of letters has no meaning` };
  // Without the keyword, the content may be the same, and only be described now.
  const effect = old.value === undefined || current.value === undefined ? "risky" : "breaking";
  return {
    code,
    effects: usedEffects(uses, { sender: effect, receiver: effect }),
    message: `${text}: who reads the text in the other way gets something else`,
    remedy: "Keep it, or add a property with another name",
  };
}

/** Of a content that one version doesn't describe; validators don't look into it. */
function described(
  { old, new: current }: Unjudged,
  uses: readonly SchemaUse[],
): KeywordJudgement | undefined {
  if (old.value !== undefined && current.value !== undefined) return undefined;
  const isNow = old.value === undefined;
  return {
    code: "content-changed",
    effects: usedEffects(uses, isNow ? { sender: "risky" } : { receiver: "risky" }),
    message: isNow
      ? "the content of the text could be anything, and should match a schema now"
      : "the content of the text matched a schema, and may be anything now",
  };
}

function xmlJudgement(
  { old, new: current }: Unjudged,
  text: string,
  uses: readonly SchemaUse[],
): KeywordJudgement | undefined {
  const code = "content-changed";
  if (canonical(xmlForm(old.value)) === canonical(xmlForm(current.value)))
    return { code, effects: {}, message: `${text}: that is the default` };
  const inXml = uses.filter(({ mediaType }) => mediaType !== undefined && isXml(mediaType));
  if (inXml.length > 0)
    return {
      code,
      effects: usedEffects(inXml, { sender: "breaking", receiver: "breaking" }),
      message: `${text}: it is written in another way in XML`,
      remedy: "Keep the form, or add another media type",
    };
  if (uses.length === 0 || uses.some(({ mediaType }) => mediaType === undefined)) return undefined;
  return { code, effects: {}, message: `${text}: nothing that it is in is sent as XML` };
}

/** With the defaults left out (OpenAPI 3.2, XML Object). */
function xmlForm(xml: unknown): unknown {
  const { attribute, wrapped, ...form } = recordOrEmpty(xml);
  return { ...form, isAttribute: attribute === true, isWrapped: wrapped === true };
}

function isXml(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[^;]*\+)?xml(?:;|$)/.test(mediaType);
}

/** Whether the contents of a text are schemas of JSON in both versions. */
export function hasJsonContents({
  old,
  new: current,
}: {
  readonly old: Place;
  readonly new: Place;
}): boolean {
  return [old, current].every((schema) => {
    const { contentMediaType: type } = recordOrEmpty(schema.value);
    const isJson = typeof type === "string" && /^application\/(?:[^;]*\+)?json(?:;|$)/i.test(type);
    return isJson && isSchemaObject(below(schema, "contentSchema").value);
  });
}

const severity: readonly ChangeEffect[] = ["risky", "undecided", "breaking"];

/** Effects wherever a schema is used. A schema of its own doesn't say who sends what it describes. */
function usedEffects(uses: readonly SchemaUse[], roles: RoleEffects): ContractChange["effects"] {
  const strongest = worst(Object.values(roles));
  if (strongest === undefined) return {};
  if (uses.length === 0) return { anyone: strongest };
  const effects: Partial<Record<Affected, ChangeEffect>> = {};
  for (const { flow } of uses) {
    const each = flow === "any" ? { anyone: "risky" as const } : flowEffects(flow, roles);
    for (const [party, effect] of Object.entries(each) as [Affected, ChangeEffect][])
      effects[party] = worst([effects[party], effect].filter((known) => known !== undefined)) ?? effect;
  }
  return effects;
}

function worst(effects: readonly ChangeEffect[]): ChangeEffect | undefined {
  return [...effects].sort((a, b) => severity.indexOf(b) - severity.indexOf(a))[0];
}

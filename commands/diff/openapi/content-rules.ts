import type { FindingCode } from "../codes.js";
import { type FactRule, type Part, type PartRule, toRecord } from "../part.js";
import {
  changeText,
  deprecatedRule,
  flowEffects,
  flowParties,
  presenceRule,
  sunsetJudgement,
} from "../shared-rules.js";

const parameter = presenceRule("parameter", {
  added: "parameter-added",
  removed: "parameter-removed",
  required: "parameter-required",
  optional: "parameter-optional",
});
const header = presenceRule("header", {
  added: "response-header-added",
  removed: "response-header-removed",
  required: "response-header-required",
  optional: "response-header-optional",
});
const partHeader = presenceRule("header of the part", {
  added: "encoding-changed",
  removed: "encoding-changed",
  required: "encoding-changed",
  optional: "encoding-changed",
});
const body = presenceRule("request body", {
  added: "request-body-added",
  removed: "request-body-removed",
  required: "request-body-required",
  optional: "request-body-optional",
});

/** Of a value that one version doesn't describe, so that there are no two schemas to compare. */
const describedRule: FactRule = ({ new: isNow }, { old, new: current }) => {
  const { flow } = current;
  const schema = (isNow === true ? current : old).schema?.value;
  // It may be anything in both.
  if (schema === true || Object.keys(toRecord(schema)).every((keyword) => annotations.has(keyword)))
    return [];
  if (isNow === true)
    return [
      {
        code: "media-type-described",
        effects: flowEffects(flow, { sender: "breaking" }),
        message: `${what(current)} could be anything, and must match a schema now`,
        remedy: "Keep accepting what was accepted",
      },
    ];
  return [
    {
      code: "media-type-undescribed",
      effects: flowEffects(flow, { receiver: "breaking" }),
      message: `${what(current)} matched a schema, and may be anything now`,
      remedy: "Keep the schema",
    },
  ];
};

function what({ kind }: Part): string {
  if (kind === "parameter" || kind === "header") return `the ${kind}`;
  if (kind === "part-header") return "the header of the part";
  return "the body";
}

const annotations: ReadonlySet<string> = new Set(
  "$comment title description default example examples deprecated readOnly writeOnly externalDocs".split(" "),
);

const breaksBoth = { consumer: "breaking", provider: "breaking" } as const;

/** How headers of a kind are compared. */
function headerRule(
  presence: ReturnType<typeof presenceRule>,
  { code, what }: { readonly code: FindingCode; readonly what: string },
): PartRule {
  return {
    added: (part) => presence.added(part),
    removed: (part) => presence.removed(part),
    facts: {
      described: describedRule,
      required: presence.required,
      deprecated: deprecatedRule,
      "x-sunset": (values) => [sunsetJudgement(values)],
      form: () => [
        {
          code,
          effects: breaksBoth,
          message: `${what} is written in another way (\`explode\` or \`content\`)`,
          remedy: "Keep the form, or add a header with another name",
        },
      ],
    },
  };
}

/** Rules for what requests and responses are made of. */
export const contentRules: Readonly<Record<string, PartRule>> = {
  parameter: {
    added: (part) => parameter.added(part),
    removed: (part) => parameter.removed(part),
    facts: {
      described: describedRule,
      required: parameter.required,
      deprecated: deprecatedRule,
      "x-sunset": (values) => [sunsetJudgement(values)],
      default: (values) => [
        {
          code: "parameter-default-changed",
          effects: { consumer: "breaking" },
          message: `${changeText("the value of a parameter that is left out", values)}: programs that leave it out get another result`,
          remedy: "Keep the default, or add a parameter with another name",
        },
      ],
      allowEmptyValue: ({ new: isNow }, { new: { flow } }) => [
        {
          code: "parameter-empty-changed",
          effects: flowEffects(flow, isNow === true ? { receiver: "breaking" } : { sender: "breaking" }),
          message:
            isNow === true
              ? "the parameter may be sent without a value"
              : "the parameter can no longer be sent without a value",
          ...(isNow !== true && { remedy: "Keep accepting it" }),
        },
      ],
      form: () => [
        {
          code: "parameter-form-changed",
          effects: breaksBoth,
          message:
            "the parameter is written in another way (`style`, `explode`, `allowReserved` or `content`)",
          remedy: "Keep the form, or add a parameter with another name",
        },
      ],
    },
  },
  header: headerRule(header, { code: "response-header-form-changed", what: "the header" }),
  "part-header": headerRule(partHeader, { code: "encoding-changed", what: "the header of the part" }),
  body: {
    added: (part) => body.added(part),
    removed: (part) => body.removed(part),
    facts: { required: body.required },
  },
  "request-media-type": {
    added: ({ flow, title }) => ({
      code: "request-media-type-added",
      effects: flowEffects(flow, { receiver: "breaking" }),
      message: `requests may now be sent as ${title}`,
    }),
    removed: ({ flow, title }) => ({
      code: "request-media-type-removed",
      effects: flowEffects(flow, { sender: "breaking" }),
      message: `requests can no longer be sent as ${title}`,
      remedy: "Keep accepting the media type",
    }),
    facts: {
      described: describedRule,
      encoding: () => [
        {
          code: "encoding-changed",
          effects: breaksBoth,
          message: "parts of the body are encoded in another way",
          remedy: "Keep the encoding, or add another media type",
        },
      ],
    },
  },
  "response-media-type": {
    added: ({ title }) => ({
      code: "response-media-type-added",
      effects: {},
      message: `the response may now be requested as ${title}`,
    }),
    // Whoever gets the response chooses its form, by `Accept`.
    removed: ({ flow, title }) => ({
      code: "response-media-type-removed",
      effects: flowEffects(flow, { receiver: "breaking" }),
      message: `the response is no longer sent as ${title}`,
      remedy: "Keep the media type",
    }),
    facts: {
      described: describedRule,
      encoding: () => [
        {
          code: "encoding-changed",
          effects: breaksBoth,
          message: "parts of the body are encoded in another way",
        },
      ],
    },
  },
  response: {
    added: ({ key, flow, title }) => {
      const receiver = key.startsWith("2") ? "breaking" : "risky";
      return {
        code: "response-added",
        effects: flowEffects(flow, { receiver }),
        message: `${title} is new; programs of the ${flowParties(flow).receiver} don't expect it`,
        ...(receiver === "breaking" && { remedy: "Answer with a status that the contract had" }),
      };
    },
    removed: ({ key, flow, title }) => ({
      code: "response-removed",
      effects: flowEffects(flow, { sender: key.startsWith("2") ? "breaking" : "risky" }),
      message: `${title} was removed`,
    }),
    /** A status has the meaning of its class, or of `default`, if it isn't listed. Beside a success that is, `default` is for failures. */
    covering: ({ key }, siblings) => {
      const range = siblings.find((each) => each.key === `${key.slice(0, 1)}XX`);
      if (range !== undefined) return range;
      if (key.startsWith("2") && siblings.some((each) => each.key.startsWith("2"))) return undefined;
      return siblings.find((each) => each.key === "DEFAULT");
    },
  },
};

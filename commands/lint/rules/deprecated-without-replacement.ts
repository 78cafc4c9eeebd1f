import { below, type Place } from "../../../reader/documents/place.js";
import type { Rule, RuleFinding } from "../rule.js";

const extension = /^x-.*(?:sunset|replace|deprecat|removal|removed|successor)/i;
const inText = /\b(?:use|instead|replaced|replacement|successor|sunset|migrate|removed?|superseded|see)\b/i;

/** Deprecated parts without a replacement or a date. */
export const deprecatedWithoutReplacement: Rule = {
  name: "deprecated-without-replacement",
  formats: ["openapi", "asyncapi", "schema"],
  finds:
    "Something is `deprecated`, and its description names neither a replacement nor the end of its life.",
  why: "Whoever uses it can only ignore the warning: they don't know what to use instead, nor until when.",
  remedy:
    "Say in its `description` what to use instead and when it will be removed, or add `x-sunset` with the date.",
  severity: "warning",
  *check({ schemas, operations }) {
    for (const { place } of schemas) yield* unexplained(place, "this schema");
    const parameters = new Map<unknown, Place>();
    for (const operation of operations) {
      yield* unexplained(operation.place, `\`${operation.title}\``);
      for (const parameter of operation.parameters) parameters.set(parameter.value, parameter);
    }
    for (const parameter of parameters.values()) yield* unexplained(parameter, "this parameter");
  },
};

function* unexplained(place: Place, name: string): Generator<RuleFinding> {
  const holder = place.value as Readonly<Record<string, unknown>>;
  if (holder.deprecated !== true || Object.keys(holder).some((key) => extension.test(key))) return;
  const text = [holder.title, holder.summary, holder.description].filter((each) => typeof each === "string");
  if (inText.test(text.join("\n"))) return;
  yield {
    place: below(place, "deprecated"),
    target: "key",
    message: `${name} is deprecated, without a replacement or a date`,
  };
}

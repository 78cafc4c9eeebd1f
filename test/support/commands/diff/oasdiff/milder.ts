import type { Reason } from "./reason.js";

const policy =
  "How long before its end something is deprecated is a policy of each provider. It breaks nobody; the date is in the report.";
const stability = "It promises something for later changes. What is sent today stays as it is.";
const tuples =
  "Without `items: false`, a place that `prefixItems` doesn't describe may hold anything. So it is the other way round.";
const openObjects =
  "An object is open so that members can be added, and a sender sends those that its contract names. With `--open-objects any`, it may send others.";
const contents =
  "Validators don't look into the text. If both versions have a schema of its JSON, the schemas are compared.";

/** Changes that `oipkit diff` takes less seriously than oasdiff. */
export const milder: readonly Reason[] = [
  {
    ours: "compatible",
    because: policy,
    rules: `
      api-deprecated-sunset-missing api-deprecated-sunset-parse api-sunset-date-too-small
      request-parameter-deprecated-sunset-missing request-parameter-sunset-date-too-small
      request-property-deprecated-sunset-missing request-property-deprecated-sunset-invalid
      request-property-sunset-date-too-small
      response-property-deprecated-sunset-missing response-property-deprecated-sunset-invalid
      response-property-sunset-date-too-small
    `,
  },
  {
    ours: "compatible",
    because: "Without a date, it doesn't end earlier than was said.",
    rules: "sunset-deleted request-parameter-sunset-deleted",
  },
  {
    ours: "risky",
    because: "An earlier end is a warning: until then, everything works.",
    rules: "api-sunset-date-changed-too-small request-parameter-sunset-date-changed-too-small",
  },
  {
    ours: "compatible",
    because: `${stability} A policy makes it an error.`,
    rules: "api-invalid-stability-level",
  },
  {
    ours: "risky",
    because: `${stability} A policy makes it an error.`,
    rules: `
      api-stability-decreased request-property-stability-decreased response-property-stability-decreased
    `,
  },
  {
    ours: "risky",
    because: "Servers usually ignore a parameter that they don't know, whatever its date was.",
    rules: "request-parameter-removed-before-sunset request-parameter-sunset-parse",
  },
  {
    ours: "risky",
    because: "Servers usually ignore a body that they don't expect, as they do with a parameter.",
    rules: "request-body-removed",
  },
  {
    ours: "compatible",
    because: "Programs know the other answers, too. A success that takes its place is breaking.",
    rules: "response-success-status-removed",
  },
  {
    ours: "risky",
    because: "An open enum accepts values that it doesn't list. They may be ignored.",
    rules: `
      request-parameter-x-extensible-enum-value-removed request-property-x-extensible-enum-value-removed
    `,
  },
  {
    ours: "risky",
    because: openObjects,
    rules: "request-body-unevaluated-properties-added request-property-unevaluated-properties-added",
  },
  {
    ours: "compatible",
    because: openObjects,
    rules: "response-body-unevaluated-properties-removed response-property-unevaluated-properties-removed",
  },
  {
    ours: "compatible",
    hasWitness: true,
    because: tuples,
    rules: `
      request-body-prefix-items-removed request-property-prefix-items-removed
      response-body-prefix-items-added response-property-prefix-items-added
    `,
  },
  {
    ours: "compatible",
    hasWitness: true,
    because: "With one condition less, whatever was valid still is.",
    rules: "request-body-all-of-removed request-property-all-of-removed",
  },
  {
    ours: "compatible",
    hasWitness: true,
    because: "The old contract allows answers without it, so programs manage without it.",
    rules: "response-required-property-became-not-write-only",
  },
  {
    ours: "risky",
    because: contents,
    rules: `
      request-body-content-schema-added response-body-content-schema-removed
      request-property-content-schema-added response-property-content-schema-removed
    `,
  },
];

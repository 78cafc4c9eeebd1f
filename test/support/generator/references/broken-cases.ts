import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});

/** References that lead to nothing, or to nothing of use. */
export const broken: readonly ReferenceCase[] = [
  { name: "to nothing", schema: to("None"), findings: ["ref-not-found SUBJECT/$ref"] },
  {
    name: "to nothing in a component",
    schema: to("A/properties/none"),
    schemas: { A: object({ b: text }) },
    findings: ["ref-not-found SUBJECT/$ref"],
  },
  {
    name: "to nothing in a file",
    schema: { $ref: "other.yaml#/none" },
    files: { "other.yaml": { some: text } },
    findings: ["ref-not-found SUBJECT/$ref"],
  },
  { name: "to no file", schema: { $ref: "none.yaml" }, findings: ["ref-not-found SUBJECT/$ref"] },
  {
    name: "outside of the folder",
    schema: { $ref: "../../etc/passwd#/x" },
    findings: ["ref-outside SUBJECT/$ref"],
  },
  {
    name: "to a URL",
    schema: { $ref: "https://example.com/a.json#/b" },
    findings: ["ref-remote SUBJECT/$ref"],
  },
  { name: "to a URN", schema: { $ref: "urn:example:a" }, findings: ["ref-remote SUBJECT/$ref"] },
  {
    name: "to a broken pointer",
    schema: { $ref: "#components/schemas/A" },
    schemas: { A: text },
    findings: ["ref-not-found SUBJECT/$ref"],
  },
  {
    name: "with a broken escape",
    schema: { $ref: "#/components/schemas/%zz" },
    schemas: { A: text },
    findings: ["ref-not-found SUBJECT/$ref"],
  },
  { name: "that is a number", schema: { $ref: 1 }, isLenient: true },
  { name: "that is null", schema: { $ref: null }, isLenient: true },
  { name: "that is a list", schema: { $ref: [] }, isLenient: true },
  { name: "that is an object", schema: { $ref: {} }, isLenient: true },
  { name: "that is empty", schema: { $ref: "" }, findings: ["ref-kind SUBJECT/$ref"] },
  {
    name: "to a string",
    schema: to("A/title"),
    schemas: { A: { title: "t" } },
    findings: ["ref-kind SUBJECT/$ref"],
  },
  {
    name: "to a list",
    schema: to("A/required"),
    schemas: { A: object({ a: text }, ["a"]) },
    findings: ["ref-kind SUBJECT/$ref"],
  },
  {
    name: "to a map of schemas",
    schema: to("A/properties"),
    schemas: { A: object({ a: text }, ["a"]) },
    isLenient: true,
  },
  { name: "to the info", schema: { $ref: "#/info/title" }, findings: ["ref-kind SUBJECT/$ref"] },
  {
    name: "to an example's part",
    schema: to("A/example"),
    schemas: { A: { type: "object", example: { type: "string" } } },
  },
];

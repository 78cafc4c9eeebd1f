import type { Case, Level, Suite } from "../../conformance/suite.js";
import type { Protocol } from "../../runtime/webhook/index.js";
import type { EventMessage, EventSet } from "../model/model.js";
import type { Counterexample, ExpectedError } from "../read/contracts.js";
import { fromPointer } from "../read/pointer.js";
import { propertyBranches } from "../read/properties.js";
import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import { jsonText } from "../render/literal.js";
import type { EmitInput } from "./emit-input.js";
import type { GeneratedFile } from "./file.js";

/** `conformance/<set>.json`: the hand-authored cases, and those that follow from schemas and examples. */
export function emitConformance(input: EmitInput, set: EventSet): GeneratedFile[] {
  if (set.protocol === undefined) return [];
  const { contracts } = input;
  const events = set.messages.filter(({ callback }) => !callback);
  const examples: Record<string, Record<string, never>> = {};
  for (const { subject, name, document } of contracts.examples) {
    if (events.some(({ label }) => label === subject))
      examples[subject] = { ...examples[subject], [name]: document.value as never };
  }
  const written = contracts.cases.flatMap(({ value }) => (value as { cases: readonly Case[] }).cases);
  const derived = events.flatMap((message) => [
    ...validCases(input, message),
    ...invalidCases(input, message),
  ]);
  const suite: Suite = {
    format: 1,
    protocol: set.protocol as unknown as Protocol,
    examples,
    cases: [...written, ...derived],
  };
  return [{ path: `conformance/${set.name}.json`, text: jsonText(suite).toString() }];
}

function validCases({ contracts }: EmitInput, { label, clause }: EventMessage): Case[] {
  return contracts.examples
    .filter(({ subject }) => subject === label)
    .map(({ name }) => ({
      id: `schema/${label}/valid-${name}`,
      clause: clause ?? "",
      level: "must",
      why: "A valid event is committed and acknowledged; a refusal isn't retried and loses it.",
      steps: [
        {
          deliver: { example: { subject: label, case: name }, bind: true },
          expect: { status: ["accepted"] },
        },
      ],
    }));
}

function invalidCases(input: EmitInput, message: EventMessage): Case[] {
  return input.contracts.counterexamples
    .filter(({ subject }) => subject === message.label)
    .map((example) => ({
      id: `schema/${message.label}/invalid-${example.name}`,
      clause: message.clause ?? "",
      level: levelOf(input, message, example),
      why: `The event breaks its schema: ${example.expected.map(reason).join("; ")}.`,
      steps: [
        {
          deliver: { event: example.document.value as never, bind: true },
          expect: { status: ["unprocessable"] },
        },
      ],
    }));
}

function reason({ keyword, pointer, property, rule }: ExpectedError): string {
  return `\`${rule ?? keyword}\` at ${pointer || "the root"}${property === undefined ? "" : ` (\`${property}\`)`}`;
}

/** As weighty as the weightiest of the rules that the example breaks. */
function levelOf({ contracts }: EmitInput, { payload }: EventMessage, { expected }: Counterexample): Level {
  const levels = expected.map(({ pointer, rule }) => {
    for (const { value } of propertyBranches(contracts, payload, fromPointer(pointer))) {
      const level = isSchemaObject(value) ? levelIn(value, rule) : undefined;
      if (level !== undefined) return level;
    }
    return "must";
  });
  return levels.includes("must") ? "must" : levels.includes("should") ? "should" : "info";
}

function levelIn(schema: SchemaObject, rule: string | undefined): Level | undefined {
  if (rule === undefined) return levels.find((level) => level === schema["x-level"]);
  const rules = Array.isArray(schema["x-rules"])
    ? (schema["x-rules"] as { rule: string; level: Level }[])
    : [];
  return rules.find((candidate) => candidate.rule === rule)?.level;
}

const levels: readonly Level[] = ["must", "should", "info"];

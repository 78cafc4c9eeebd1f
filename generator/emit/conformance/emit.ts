import type { Batch, Suite } from "../../../conformance/suite.js";
import type { EventSet } from "../../model/model.js";
import { jsonText } from "../../render/literal.js";
import type { EmitInput } from "../emit-input.js";
import type { GeneratedFile } from "../file.js";
import { suiteOf } from "./suite.js";

/** `conformance/<set>.json`: every case as data. */
export function emitConformance(input: EmitInput, set: EventSet): GeneratedFile[] {
  const suite = suiteOf(input, set);
  return suite === undefined ? [] : [{ path: `conformance/${set.name}.json`, text: suiteText(suite) }];
}

/** As JSON with a line for each case, clause and example, so that a change of one is a change of one line. */
function suiteText({ format, protocol, examples, cases, batches = [], clauses = [] }: Suite): string {
  const members = [
    `"format": ${format}`,
    `"protocol": ${jsonText(protocol).toString().trim()}`,
    `"examples": ${map(examples, (events) => map(events, line))}`,
    `"cases": ${list(cases.map(line))}`,
    `"batches": ${list(batches.map(batchText))}`,
    `"clauses": ${list(clauses.map(line))}`,
  ];
  return `{\n${members.join(",\n")}\n}\n`;
}

function batchText({ on, cases }: Batch): string {
  return `{ "on": ${list(on.map(line))}, "cases": ${list(cases.map(line))} }`;
}

function line(value: unknown): string {
  return JSON.stringify(value);
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n]`;
}

function map<Value>(values: Readonly<Record<string, Value>>, text: (value: Value) => string): string {
  const lines = Object.entries(values).map(([key, value]) => `${line(key)}: ${text(value)}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}

import type { Batch, Suite } from "../../../commands/conform/suite/suite.js";
import { makeVectors, type Vectors } from "../../../commands/conform/vectors.js";
import {
  makeVerifierVectors,
  type VectorProtocol,
} from "../../../commands/conform/verifier/make-verifier-vectors.js";
import type { VerifierVectors } from "../../../commands/conform/verifier/verifier-vectors.js";
import type { EventSet } from "../../../reader/model/model.js";
import { jsonText, literal } from "../../../reader/text/code/literal.js";
import { json } from "../../../reader/text/json.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { nearMissHomes } from "./near-misses/near-cases.js";
import { eventSuite, senderClauses } from "./suite.js";

/**
 * `conformance/<set>.json`: every case as data; `<set>.vectors.json`: signed requests and their answers; `<set>.ts`:
 * both for TypeScript, and the cases as tests; `<set>.verifier.json`: vectors for libraries; `<set>.sender.json`: the cases for
 * senders, if there are any.
 */
export function emitConformance(input: EmitInput, set: EventSet, render: Render): GeneratedFile[] {
  const suite = eventSuite(input, set);
  if (suite === undefined) return [];
  const path = `conformance/${set.name}`;
  const view = {
    header: fileHeader([set.source]),
    suite: literal(`./${set.name}.json`),
    vectors: literal(`./${set.name}.vectors.json`),
  };
  return [
    { path: `${path}.json`, text: suiteText(suite) },
    { path: `${path}.vectors.json`, text: vectorsText(makeVectors(suite)) },
    ...verifierFiles(input, set, { suite, path }),
    { path: `${path}.ts`, text: render("conformance.ts", view) },
    ...senderFiles(input, path),
  ];
}

/** Only the cases and their clauses: everything else is in the suite for receivers, next to it. */
function senderFiles({ contracts }: EmitInput, path: string): GeneratedFile[] {
  const cases = contracts.senderCases.flatMap(({ value }) => (value as { cases: readonly unknown[] }).cases);
  if (cases.length === 0) return [];
  const members = [
    `"format": 1`,
    `"senderCases": ${list(cases.map(line))}`,
    `"clauses": ${list(senderClauses(contracts.ledgers).map(line))}`,
  ];
  return [{ path: `${path}.sender.json`, text: `{\n${members.join(",\n")}\n}\n` }];
}

/** JSON with one line per case, clause and example, so that changing one changes one line. */
function suiteText(suite: Suite): string {
  const { format, protocol, headers, examples, cases, batches = [], clauses = [], orders = {} } = suite;
  const { sections, ids } = suite;
  const members = [
    `"format": ${format}`,
    `"protocol": ${jsonText(protocol).toString().trim()}`,
    ...(headers === undefined ? [] : [`"headers": ${line(headers)}`]),
    `"examples": ${map(examples, (events) => map(events, line))}`,
    `"cases": ${list(cases.map(line))}`,
    `"batches": ${list(batches.map(batchText))}`,
  ];
  if (sections !== undefined) members.push(`"sections": ${map(sections, line)}`);
  if (ids !== undefined) members.push(`"ids": ${map(ids, line)}`);
  members.push(`"clauses": ${list(clauses.map(line))}`, `"orders": ${map(orders, line)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

function vectorsText({ vectors, ...rest }: Vectors): string {
  const members = Object.entries(rest).map(([key, value]) => `${line(key)}: ${line(value)}`);
  return `{\n${[...members, `"vectors": ${list(vectors.map(line))}`].join(",\n")}\n}\n`;
}

/** None of HTTP messages, whose headers are made in another way. */
function verifierFiles(input: EmitInput, set: EventSet, { suite, path }: SuiteFile): GeneratedFile[] {
  if (suite.protocol.signature.form !== undefined) return [];
  const protocol = { ...suite.protocol, rules: set.rules };
  return [{ path: `${path}.verifier.json`, text: verifierText(verifierVectors(input, protocol)) }];
}

interface SuiteFile {
  readonly suite: Suite;
  /** Without its extension. */
  readonly path: string;
}

/** The vectors, with what the ledgers say of their rules. */
function verifierVectors({ contracts }: EmitInput, protocol: VectorProtocol): VerifierVectors {
  const findHome = nearMissHomes(contracts.ledgers);
  return makeVerifierVectors(protocol, ({ near, member }) => {
    if (near === undefined) return { clause: `x-webhook-protocol/${member}` };
    const { entry, clause, level } = findHome({ family: { name: near, member } });
    return entry === undefined ? { clause } : { clause, level };
  });
}

function verifierText({ groups, ...rest }: VerifierVectors): string {
  const members = Object.entries(rest).map(([key, value]) => `${line(key)}: ${line(value)}`);
  const texts = groups.map(({ vectors, ...group }) => {
    const own = Object.entries(group).map(([key, value]) => `${line(key)}: ${line(value)}`);
    return `{ ${own.join(", ")}, "vectors": ${list(vectors.map(line))} }`;
  });
  return `{\n${[...members, `"groups": ${list(texts)}`].join(",\n")}\n}\n`;
}

function batchText({ on, common, cases }: Batch): string {
  const members = [`"on": ${list(on.map(line))}`];
  if (common !== undefined) members.push(`"common": ${line(common)}`);
  members.push(`"cases": ${list(cases.map(line))}`);
  return `{ ${members.join(", ")} }`;
}

function line(value: unknown): string {
  return json(value);
}

function list(lines: readonly string[]): string {
  if (lines.length === 0) return "[]";
  return `[\n${lines.join(",\n")}\n]`;
}

function map<Value>(values: Readonly<Record<string, Value>>, text: (value: Value) => string): string {
  const lines = Object.entries(values).map(([key, value]) => `${line(key)}: ${text(value)}`);
  if (lines.length === 0) return "{}";
  return `{\n${lines.join(",\n")}\n}`;
}

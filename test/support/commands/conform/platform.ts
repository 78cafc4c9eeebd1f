import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import type { Case, Suite } from "../../../../commands/conform/index.js";
import { valueAtPointer } from "../../../../runtime/json-pointer/index.js";
import {
  type EventValidator,
  type JsonObject,
  type Protocol,
  sameContent,
} from "../../../../runtime/webhook/index.js";

const contracts = new URL("../../../../contracts/", import.meta.url);
const read = (path: string): unknown => parse(readFileSync(new URL(path, contracts), "utf8"));
const list = (path: string): string[] => readdirSync(new URL(path, contracts)).sort();

interface Message {
  readonly name?: string;
  readonly "x-unspecified"?: string;
  readonly payload: { readonly schema: JsonObject };
}

interface Rule {
  readonly equal?: readonly [string, string];
  readonly later?: readonly [string, string];
}

const events = read("events.asyncapi.yaml") as {
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
  readonly "x-webhook-protocol": Protocol;
};
const messages = Object.entries(events.components.messages);

/** The real platform's protocol, from its contract. */
export const protocol = events["x-webhook-protocol"];

/** A hand-written case file. */
export interface CaseFile {
  readonly step: string;
  readonly cases: readonly Case[];
}

export const caseFiles: readonly (readonly [string, CaseFile])[] = list("conformance/")
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => [name, read(`conformance/${name}`) as CaseFile]);

/** The whole suite as generated, including the cases derived from schemas and examples. */
export const wholeSuite = JSON.parse(
  readFileSync(new URL("../../../../generated/conformance/events.json", import.meta.url), "utf8"),
) as Suite;

/** The hand-written cases with the contracts' examples. */
export const suite: Suite = {
  format: 1,
  protocol,
  examples: Object.fromEntries(
    messages.map(([key, { name = key }]) => [
      name,
      Object.fromEntries(
        list(`examples/${name}/`).map((file) => [
          file.replace(/\.json$/, ""),
          read(`examples/${name}/${file}`) as JsonObject,
        ]),
      ),
    ]),
  ),
  cases: caseFiles.flatMap(([, { cases }]) => cases),
};

/** Validates against the contracts at run time, independently of the generated validators. */
export const validate: EventValidator<JsonObject> = (() => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: "x-rules",
    validate: (rules: readonly Rule[], instance: unknown) => rules.every((rule) => holds(rule, instance)),
  });
  const base = "https://contracts.test/";
  for (const file of list("schemas/")) {
    ajv.addSchema({ ...(read(`schemas/${file}`) as object), $id: `${base}schemas/${file}` });
  }
  const compiled = messages.map(([key, message]) => {
    const schema = message.payload.schema as {
      properties?: { event_type?: { const?: string; pattern?: string } };
    };
    const { const: name, pattern } = schema.properties?.event_type ?? {};
    return {
      matches: (type: unknown) =>
        typeof type === "string" &&
        (type === name || (pattern !== undefined && new RegExp(pattern, "u").test(type))),
      specified: message["x-unspecified"] === undefined,
      check: ajv.compile({ ...schema, $id: `${base}${key}` }) as ValidateFunction,
    };
  });
  return (event) => {
    const type = (event as JsonObject).event_type;
    const found = compiled.find(({ matches }) => matches(type));
    if (found === undefined) return { kind: "unknown" };
    if (found.check(event)) return { kind: "valid", event: event as JsonObject, specified: found.specified };
    const errors = (found.check.errors ?? []).map(({ instancePath, keyword, message = "" }) => ({
      pointer: instancePath,
      keyword,
      message,
    }));
    return { kind: "invalid", errors };
  };
})();

function holds(rule: Rule, instance: unknown): boolean {
  const operands = (rule.equal ?? rule.later ?? []).map((pointer) => valueAtPointer(instance, pointer));
  if (operands.includes(undefined)) return true;
  const [a, b] = operands;
  if (rule.equal) return sameContent(a, b);
  return Date.parse(String(a)) > Date.parse(String(b));
}

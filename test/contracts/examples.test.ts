import { createDecipheriv, createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import jsonc from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

type Json = Record<string, unknown>;
interface Rule {
  readonly rule: string;
  readonly equal?: readonly [string, string];
  readonly later?: readonly [string, string];
}
interface Expected {
  readonly pointer: string;
  readonly keyword: string;
  readonly property?: string;
  readonly rule?: string;
  readonly line: number;
}

const contracts = new URL("../../contracts/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, contracts), "utf8");
const names = (path: string): string[] => readdirSync(new URL(path, contracts)).toSorted();
const files = (path: string, ending: string): string[] =>
  names(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

// Interpretation of `date-time`: RFC 3339 with real days, and a leap second only at 23:59:60 UTC.
// Minute and second are separate so that 23:59:60 sorts before the next midnight.
function instant(text: string): { minute: number; second: string } | undefined {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (match === null || text.endsWith("\n")) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const leapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (
    day < 1 ||
    day > days ||
    hour > 23 ||
    minute > 59 ||
    second > 60 ||
    offsetHour > 23 ||
    offsetMinute > 59
  )
    return undefined;
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day) / 60_000;
  const offset = (match[8] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const utc = midnight + hour * 60 + minute - offset;
  if (second === 60 && (utc + 1) % 1440 !== 0) return undefined;
  return { minute: utc, second: `${match[6]}.${(match[7] ?? "").replace(/0+$/, "")}` };
}

function isLater(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map((value) => (typeof value === "string" ? instant(value) : undefined));
  if (first === undefined || second === undefined) return true;
  if (first.minute === second.minute) return first.second > second.second;
  return first.minute > second.minute;
}

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], value);

const ajv = new Ajv2020({ strict: true, allErrors: true });
const annotations = [
  "x-clause",
  "x-level",
  "x-recognized-by",
  "x-unspecified",
  "x-secret",
  "x-artifact-manifest",
];
for (const annotation of annotations) ajv.addKeyword(annotation);
ajv.addKeyword({
  keyword: "x-rules",
  type: "object",
  schemaType: "array",
  errors: true,
  compile(rules: readonly Rule[]) {
    const holds = (data: unknown, { equal, later }: Rule): boolean => {
      const [a, b] = (equal ?? later ?? []).map((pointer) => at(data, pointer));
      if (a === undefined || b === undefined) return true;
      if (equal === undefined) return isLater(a, b);
      return a === b;
    };
    const check: DataValidateFunction = (data: unknown) => {
      const broken = rules.filter((rule) => !holds(data, rule));
      check.errors = broken.map(({ rule }) => ({ keyword: "x-rules", params: { rule } }));
      return broken.length === 0;
    };
    return check;
  },
});
ajv.addFormat("date-time", (text: string) => instant(text) !== undefined);
ajv.addFormat("uri", (text: string) => URL.canParse(text));

const SCHEMA = ".schema.yaml";
const base = "file:///contracts/";
const schemas = new Map(
  files("schemas/", SCHEMA).map((name) => [name, parse(read(`schemas/${name}${SCHEMA}`)) as Json] as const),
);
for (const [name, schema] of schemas) ajv.addSchema(schema, `${base}schemas/${name}${SCHEMA}`);

const events = parse(read("events.asyncapi.yaml")) as {
  components: { messages: Record<string, { name?: string; payload: { schema: Json } }> };
};
const statuses = new Map<string, readonly string[]>();
const validators = new Map<string, ValidateFunction>();
const findValidator = (url: string): ValidateFunction => {
  const found = ajv.getSchema(url);
  if (found === undefined) throw new Error(`no schema ${url}`);
  return found;
};
for (const name of schemas.keys()) validators.set(name, findValidator(`${base}schemas/${name}${SCHEMA}`));
for (const [key, { name, payload }] of Object.entries(events.components.messages)) {
  ajv.addSchema(payload.schema, base + key);
  validators.set(name ?? key, findValidator(base + key));
  const allowed = at(payload.schema, "/properties/data/properties/status/enum") as string[] | undefined;
  if (allowed !== undefined) statuses.set(name ?? key, allowed);
}

function schemaErrors(subject: string, value: unknown): string[] {
  const validate = validators.get(subject);
  if (validate === undefined) throw new Error(`no schema for ${subject}`);
  if (validate(value)) return [];
  const lines = (validate.errors ?? []).map(({ instancePath, keyword, params }) =>
    errorLine({
      pointer: instancePath,
      keyword,
      property: params.missingProperty ?? params.additionalProperty,
      rule: params.rule,
    }),
  );
  // A base schema and an event that narrows it report the same error twice.
  return [...new Set(lines)].toSorted();
}
const errorLine = ({ pointer, keyword, property, rule }: Omit<Expected, "line">): string =>
  [pointer || "(root)", keyword, property ?? rule].filter((part) => part !== undefined).join(" ");

const example = (subject: string, name: string): Json =>
  JSON.parse(read(`examples/${subject}/${name}.json`)) as Json;
const enumValues = (name: string): string[] => at(schemas.get(name), "/enum") as string[];
const vocabularies = [...schemas].filter(([, schema]) => schema.type === "string").map(([name]) => name);

describe("the examples", () => {
  it("exist for every event and schema, and for nothing else", () => {
    expect(names("examples/")).toEqual([...validators.keys()].toSorted());
  });

  it.each(names("examples/"))("of %s are valid", (subject) => {
    const found = files(`examples/${subject}/`, ".json");
    expect(found).toEqual(names(`examples/${subject}/`).map((name) => name.slice(0, -5)));
    const faults = found.map((name) => [name, schemaErrors(subject, example(subject, name))]);
    expect(faults).toEqual(found.map((name) => [name, []]));
  });

  it.each([...statuses])("of %s include minimal, full and every status", (subject, allowed) => {
    const found = files(`examples/${subject}/`, ".json");
    expect(found).toEqual(expect.arrayContaining(["minimal", "full", ...allowed.map((s) => `status-${s}`)]));
    const shown = found.filter((name) => name.startsWith("status-"));
    expect(shown.map((name) => at(example(subject, name), "/data/status"))).toEqual(
      shown.map((name) => name.slice("status-".length)),
    );
  });

  it.each(vocabularies)("of %s include each value", (subject) => {
    const values = files(`examples/${subject}/`, ".json").map((name) => example(subject, name));
    expect(values.toSorted()).toEqual(enumValues(subject).toSorted());
  });

  it.each([...schemas.keys()].filter((name) => !vocabularies.includes(name)))(
    "of %s include minimal and full",
    (subject) => {
      expect(files(`examples/${subject}/`, ".json")).toEqual(expect.arrayContaining(["minimal", "full"]));
    },
  );

  it.each([...validators.keys()].filter((name) => !vocabularies.includes(name)))(
    "called minimal have only the properties that %s requires",
    (subject) => {
      const minimal = example(subject, "minimal");
      const parts = subject === "event-envelope" ? [""] : ["", "/data"];
      for (const part of parts) {
        for (const property of Object.keys((at(minimal, part) as Json | undefined) ?? {})) {
          const copy = structuredClone(minimal);
          delete (at(copy, part) as Json)[property];
          expect(schemaErrors(subject, copy)).toContain(
            errorLine({ pointer: part, keyword: "required", property }),
          );
        }
      }
    },
  );

  it("include every field of the subscription summary", () => {
    const properties = schemas.get("subscription-summary")?.properties as Json;
    expect(Object.keys(example("subscription-summary", "full")).toSorted()).toEqual(
      Object.keys(properties).toSorted(),
    );
  });

  it.each(names("examples/encrypted-body/"))(
    "of an encrypted body decrypt to a delivered event: %s",
    (file) => {
      const body = Buffer.from(example("encrypted-body", file.slice(0, -5)).encrypt as string, "base64");
      const key = createHash("sha256").update("example-encrypt-key", "utf8").digest();
      const decipher = createDecipheriv("aes-256-cbc", key, body.subarray(0, 16));
      const plaintext = Buffer.concat([decipher.update(body.subarray(16)), decipher.final()]).toString(
        "utf8",
      );
      const { verification_token: token, ...event } = JSON.parse(plaintext) as Json;
      expect(token).toBe("example-verification-token");
      expect(schemaErrors(event.event_type as string, event)).toEqual([]);
      expect(event.data).toMatchObject({
        open_platform_application_id: "app_example",
        environment: "sandbox",
      });
    },
  );
});

describe("the counterexamples", () => {
  const readExpected = (subject: string) =>
    parse(read(`counterexamples/${subject}/expected.yaml`)) as Record<string, Expected[]>;

  it.each(names("counterexamples/"))("of %s have exactly the expected errors", (subject) => {
    const expected = readExpected(subject);
    expect(names(`counterexamples/${subject}/`)).toEqual(
      [...Object.keys(expected).map((name) => `${name}.json`), "expected.yaml"].toSorted(),
    );
    for (const [name, errors] of Object.entries(expected)) {
      const text = read(`counterexamples/${subject}/${name}.json`);
      expect(errors, name).not.toEqual([]);
      expect(schemaErrors(subject, JSON.parse(text)), name).toEqual(errors.map(errorLine).toSorted());
      expect(errorLines(text, errors), name).toEqual(errors.map(({ line }) => line));
    }
  });

  const everyStatus = enumValues("subscription-status");
  it.each([...statuses])("of %s include wrong statuses, fields, names and versions", (subject, allowed) => {
    const cases = ["unknown-status", "missing-status", "other-event-type", "version-mismatch"];
    if (allowed.length < everyStatus.length) cases.push("forbidden-status");
    expect(Object.keys(readExpected(subject))).toEqual(expect.arrayContaining(cases));
    for (const status of everyStatus) {
      const event = example(subject, "minimal");
      (event.data as Json).status = status;
      expect(schemaErrors(subject, event)).toEqual(allowed.includes(status) ? [] : ["/data/status enum"]);
    }
  });

  it("violate each cross-field rule", () => {
    const stated = [...schemas.values()].flatMap((schema) => (schema["x-rules"] as Rule[] | undefined) ?? []);
    const broken = names("counterexamples/").flatMap((subject) =>
      Object.values(readExpected(subject)).flat(),
    );
    expect(new Set(broken.flatMap(({ rule }) => rule ?? []))).toEqual(
      new Set(stated.map(({ rule }) => rule)),
    );
  });
});

function errorLines(text: string, errors: readonly Expected[]): number[] {
  const tree = jsonc.parseTree(text);
  return errors.map(({ pointer }) => {
    const path = pointer
      .split("/")
      .slice(1)
      .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
    const node = tree && jsonc.findNodeAtLocation(tree, path);
    if (node === undefined) return 0;
    return text.slice(0, node.offset).split("\n").length;
  });
}

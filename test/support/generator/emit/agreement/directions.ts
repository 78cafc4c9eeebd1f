import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { type Absent, inDirection } from "../../../../../reader/documents/in-direction.js";
import { type Place, placeAt } from "../../../../../reader/documents/place.js";
import { asDraft202012 } from "../../../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../../../reader/validation/nodes/contract-nodes.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { synthesise } from "../../../../../reader/validation/synthesis/synthesise.js";
import type { OperationChecks } from "../../../../../runtime/http/index.js";
import { generateFrom, readContracts, temporaryFolder, writeTree } from "../contract-folder.js";
import { typeCheck } from "../type-check.js";
import type { Disagreement, Outcome } from "./agreement.js";
import type { Json } from "./bases.js";
import { mutants, offersAll } from "./values.js";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const read = { type: "string", readOnly: true };
const written = { type: "string", writeOnly: true };

/** Schemas that the random ones extend. */
const bases: Readonly<Record<string, Json>> = {
  Read: read,
  Written: written,
  Strict: { type: "object", required: ["a", "b", "c"], properties: { a: text, b: text, c: text } },
  Marked: { type: "object", required: ["a", "b"], properties: { a: read, b: written, c: text } },
  Marks: { type: "object", properties: { a: read, b: ref("Written") } },
  Alias: ref("Strict"),
  Deep: { allOf: [ref("Alias"), { type: "object", properties: { d: { type: "number" } } }] },
};
const objects = ["Strict", "Marked", "Marks", "Alias", "Deep"];

/** Random objects with properties that only one direction has. */
export function markedSchemas(isOld: boolean): fc.Arbitrary<Json> {
  const property = fc.constantFrom<Json>(
    text,
    read,
    written,
    { type: "number" },
    ref("Read"),
    ref("Written"),
  );
  const beside: fc.Arbitrary<Json> = isOld
    ? fc.constantFrom<Json>({ allOf: [ref("Read")] }, { allOf: [text, written] })
    : fc.constantFrom<Json>({ ...ref("Read"), minLength: 1 }, { $ref: ref("Strict").$ref, readOnly: true });
  const name = fc.constantFrom("a", "b", "c", "d");
  const part = fc
    .tuple(
      fc.dictionary(name, fc.oneof(property, beside), { maxKeys: 3, noNullPrototype: true }),
      fc.subarray(["a", "b", "c"], { maxLength: 2 }),
    )
    .map(([properties, names]): Json => {
      const required = names.filter((each) => Object.hasOwn(properties, each));
      return { type: "object", properties, ...(required.length > 0 && { required }) };
    });
  const base = fc.constantFrom(...objects).map(ref);
  const requiring = fc.subarray(["a", "b", "c"], { minLength: 1 }).map((required): Json => ({ required }));
  const inner = fc.oneof(base, part, requiring);
  const combined = fc
    .tuple(base, fc.array(inner, { maxLength: 2 }), fc.option(part, { nil: {} }))
    .map(([first, others, rest]): Json => ({ ...rest, allOf: [first, ...others] }));
  const nested = fc.oneof(part, combined).map(
    (item): Json => ({
      type: "object",
      properties: { list: { type: "array", items: item }, one: item },
      required: ["one"],
    }),
  );
  const all = [
    part,
    combined,
    nested,
    fc.array(base, { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
  ];
  return fc.oneof(
    ...all,
    ...(isOld ? [] : [fc.tuple(base, part).map(([one, other]) => ({ ...one, ...other }))]),
  );
}

interface Side {
  readonly absent: Absent;
  readonly type: string;
  readonly check: (
    checks: OperationChecks | undefined,
  ) => ((value: unknown) => readonly unknown[]) | undefined;
}

const media = "application/json";
const sides: readonly Side[] = [
  {
    absent: "readOnly",
    type: `["requestBody"]["content"]["${media}"]`,
    check: (checks) => checks?.body?.[media],
  },
  {
    absent: "writeOnly",
    type: `["responses"][200]["content"]["${media}"]`,
    check: (checks) => checks?.answers?.["200"]?.[media],
  },
];

const mostValues = 16;

/** Compares the types of requests and answers with their validators, value by value. */
export async function directedAgreement(openapi: string, seed: number, count: number): Promise<Outcome> {
  const drawn = fc.sample(markedSchemas(openapi.startsWith("3.0")), { seed, numRuns: count });
  const schemas = { ...bases, ...Object.fromEntries(drawn.map((schema, index) => [`S${index}`, schema])) };
  const names = [...objects, ...drawn.map((_, index) => `S${index}`)];
  const folder = await temporaryFolder();
  const contracts = join(folder, "contracts");
  await writeTree(contracts, { "api.openapi.json": openapiDocument(openapi, schemas, names) });
  const generated = await generateFrom([contracts], { only: ["client", "validators"] });
  await writeTree(folder, { "package.json": { type: "module" }, ...Object.fromEntries(generated) });
  const url = pathToFileURL(join(folder, "validators/api.operations.ts")).href;
  const { operations } = (await import(url)) as { operations: Record<string, OperationChecks> };

  const cases: { name: string; value: unknown; isValid: boolean; isOffered: boolean; line: string }[] = [];
  const translated = asDraft202012(await readContracts([contracts]));
  for (const { absent, type, check } of sides) {
    const { contracts: directed } = inDirection(translated, absent, { omit: true });
    const nodes = new ContractNodes(directed);
    const is = (place: Place, value: unknown) => holds(nodes.of(place).node, value);
    for (const name of names) {
      const [document] = [...directed.documents.values()];
      if (document === undefined) throw new Error("no document");
      const place = placeAt(document, ["components", "schemas", name]);
      for (const value of placeValues(nodes, place, seed))
        cases.push({
          name,
          value,
          isValid: check(operations[`put${name}`])?.(value).length === 0,
          isOffered: offersAll({ contracts: directed, is }, [place], value),
          line: `take<operations["put${name}"]${type}>(${JSON.stringify(value)});`,
        });
    }
  }
  const prelude =
    'import type { operations } from "./api/types.js";\ndeclare function take<T>(value: T): void;';
  const use = `${prelude}\n${cases.map(({ line }) => line).join("\n")}\n`;
  const types = [...generated].filter(([path]) => path === "api/types.ts");
  const found = typeCheck(new Map([...types, ["use.ts", use]]));
  const errors = found.filter((error) => !error.startsWith("use.ts:"));
  const messages = new Map(
    found
      .filter((error) => error.startsWith("use.ts:"))
      .map((error) => [Number(error.split(":")[1]) - 3, error]),
  );
  const disagreements = cases.flatMap(({ name, value, isValid, isOffered, line }, index): Disagreement[] => {
    const message = messages.get(index);
    const schema = { [line.slice(5, 60)]: schemas[name] };
    // What only the other direction has is no part of the type; an object that is left without members takes any.
    if (!isOffered) return [];
    if (isValid && message !== undefined) return [{ schema, value, problem: `valid, but ${message}` }];
    if (isValid || message !== undefined) return [];
    return [{ schema, value, problem: "compiles, but isn't valid" }];
  });
  const accepted = cases.filter(({ isValid }) => isValid).length;
  return { disagreements, errors, accepted, refused: cases.length - accepted };
}

function openapiDocument(openapi: string, schemas: Json, names: readonly string[]): object {
  const paths = names.map((name) => {
    const body = { content: { [media]: { schema: ref(name) } } };
    const put = {
      operationId: `put${name}`,
      requestBody: { required: true, ...body },
      responses: { 200: { description: "d", ...body } },
    };
    return [`/${name}`, { put }];
  });
  const info = { title: "Agreement", version: "1" };
  return { openapi, info, paths: Object.fromEntries(paths), components: { schemas } };
}

function placeValues(nodes: ContractNodes, place: Place, seed: number): unknown[] {
  const made = (["full", "small"] as const).flatMap((size) => {
    const synthesis = synthesise(nodes.of(place).node, { size });
    if (synthesis.kind === "value") return [synthesis.value];
    return [];
  });
  const texts = new Set([...made, null, {}].map((value) => JSON.stringify(value)));
  const others = [...new Set(made.flatMap((value) => mutants(value)).map((value) => JSON.stringify(value)))];
  const [some = []] = fc.sample(
    fc.shuffledSubarray(others, { minLength: Math.min(others.length, mostValues) }),
    {
      seed,
      numRuns: 1,
    },
  );
  for (const each of some) if (texts.size < mostValues) texts.add(each);
  return [...texts].map((each) => JSON.parse(each) as unknown);
}

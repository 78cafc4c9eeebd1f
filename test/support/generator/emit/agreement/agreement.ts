import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import type { Contracts } from "../../../../../reader/documents/contracts.js";
import { metaSchema } from "../../../../../reader/documents/dialects/dialect.js";
import { type Place, placeAt } from "../../../../../reader/documents/place.js";
import { instanceChecks } from "../../../../../reader/validation/instances.js";
import { ContractNodes } from "../../../../../reader/validation/nodes/contract-nodes.js";
import { synthesise } from "../../../../../reader/validation/synthesis/synthesise.js";
import { generateFrom, readContracts, temporaryFolder, writeTree } from "../contract-folder.js";
import { typeCheck } from "../type-check.js";
import { bases, type Dialect, fileName, isInFiles, type Json } from "./bases.js";
import { type Expressiveness, schemas } from "./schemas.js";
import { mutants, offersAll } from "./values.js";

/** A value on which a type and its validator differ. */
export interface Disagreement {
  readonly schema: unknown;
  readonly value: unknown;
  readonly problem: string;
}

export interface Run {
  readonly dialect: Dialect;
  readonly expressiveness: Expressiveness;
  readonly seed: number;
  readonly count: number;
}

export interface Outcome {
  readonly disagreements: readonly Disagreement[];
  /** Errors of the generated types themselves. */
  readonly errors: readonly string[];
  readonly accepted: number;
  readonly refused: number;
}

/** Most values of a schema that are compared. */
const mostValues = 24;

/** Generates types and validators of random schemas, and compares them value by value. */
export async function agreement({ dialect, expressiveness, seed, count }: Run): Promise<Outcome> {
  const drawn = fc.sample(schemas(dialect, expressiveness), { seed, numRuns: count });
  const named: Record<string, Json> = bases(dialect);
  for (const [index, schema] of drawn.entries()) named[`S${index}`] = schema;
  return compare(named, { dialect, isExact: expressiveness === "exact", seed });
}

interface Comparison {
  readonly dialect: Dialect;
  readonly isExact: boolean;
  readonly seed: number;
}

/** Compares the type of each named schema with its validator. */
export async function compare(
  named: Readonly<Record<string, Json>>,
  { dialect, isExact, seed }: Comparison,
): Promise<Outcome> {
  const folder = await temporaryFolder();
  const contracts = join(folder, "contracts");
  await writeTree(contracts, contractFiles(named, dialect));
  // In AsyncAPI, what messages refer to isn't a message.
  const names = Object.keys(named).filter((name) => dialect !== "asyncapi" || isDrawn(name));
  const generated = await generateFrom([contracts], { only: ["types", "validators"] });
  await writeTree(folder, { "package.json": { type: "module" }, ...Object.fromEntries(generated) });
  const read = await readContracts([contracts]);
  const places = new Map(names.map((name) => [name, namedPlace(read, contracts, { name, dialect })]));
  const values = valuesBySchema(read, places, seed);
  const checks = instanceChecks(read);
  const judge = { contracts: read, is: (place: Place, value: unknown) => checks.is(place, value) };
  const lines: string[] = [];
  const cases: { name: string; value: unknown }[] = [];
  for (const name of names) {
    for (const value of values.get(name) ?? []) {
      cases.push({ name, value });
      lines.push(`take<${typeName(name, dialect)}>(${JSON.stringify(value)});`);
    }
  }
  const use = `${prelude(names, dialect)}\n${lines.join("\n")}\n`;
  const types = [...generated].filter(([path]) => !path.startsWith("validators/") && path !== "index.ts");
  const found = typeCheck(new Map([...types, ["use.ts", use]]));
  const errors = found.filter((error) => !error.startsWith("use.ts:"));
  const first = use.split("\n").length - lines.length - 1;
  const messages = new Map<number, string>();
  for (const error of found) {
    const [, line, ...text] = error.split(":");
    if (error.startsWith("use.ts:")) messages.set(Number(line) - first - 1, text.join(":").trim());
  }
  const disagreements: Disagreement[] = [];
  let accepted = 0;
  let refused = 0;
  for (const [index, { name, value }] of cases.entries()) {
    const url = pathToFileURL(join(folder, "validators", `${fileName(name)}.js`)).href;
    const { is } = (await import(url)) as { is: (value: unknown) => boolean };
    const place = places.get(name) as Place;
    const isValid = is(value);
    const message = messages.get(index);
    const compiles = message === undefined;
    const schema = named[name];
    if (isValid) accepted++;
    else refused++;
    if (isValid && !compiles && offersAll(judge, [place], value))
      disagreements.push({ schema, value, problem: `valid, but ${message}` });
    if (isExact && !isValid && compiles)
      disagreements.push({ schema, value, problem: "compiles, but isn't valid" });
  }
  return { disagreements, errors, accepted, refused };
}

function contractFiles(named: Readonly<Record<string, Json>>, dialect: Dialect): Record<string, object> {
  if (isInFiles(dialect))
    return Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [
        `${fileName(name)}.schema.json`,
        { $schema: metaSchema[dialect === "draft-07" ? dialect : "2020-12"], ...schema },
      ]),
    );
  if (dialect === "asyncapi") return { "api.asyncapi.json": asyncapiDocument(named) };
  const openapi = dialect === "openapi-3.0" ? "3.0.3" : "3.1.0";
  const info = { title: "Agreement", version: "1" };
  return { "api.openapi.json": { openapi, info, paths: {}, components: { schemas: named } } };
}

/** Whether a schema is a random one, not one that these refer to. */
function isDrawn(name: string): boolean {
  return /^S\d+$/.test(name);
}

function asyncapiDocument(named: Readonly<Record<string, Json>>): object {
  const entries = Object.entries(named);
  const messages = entries
    .filter(([name]) => isDrawn(name))
    .map(([name, payload]) => [name, { name, payload }]);
  return {
    asyncapi: "3.0.0",
    info: { title: "Agreement", version: "1" },
    channels: { c: { address: "c", messages: Object.fromEntries(messages) } },
    components: { schemas: Object.fromEntries(entries.filter(([name]) => !isDrawn(name))) },
  };
}

function typeName(name: string, dialect: Dialect): string {
  if (isInFiles(dialect) || dialect === "asyncapi") return name;
  return `components["schemas"]["${name}"]`;
}

const taking = "declare function take<T>(value: T): void;";

function prelude(names: readonly string[], dialect: Dialect): string {
  const fromMessages = `import type { ${names.join(", ")} } from "./api/types.js";`;
  if (dialect === "asyncapi") return `${fromMessages}\n${taking}`;
  const types = isInFiles(dialect)
    ? `import type { ${names.join(", ")} } from "./schemas.js";`
    : 'import type { components } from "./api/types.js";';
  return `${types}\n${taking}`;
}

function namedPlace(
  contracts: Contracts,
  folder: string,
  { name, dialect }: { readonly name: string; readonly dialect: Dialect },
): Place {
  const isMessage = dialect === "asyncapi";
  const api = isMessage ? "api.asyncapi.json" : "api.openapi.json";
  const file = isInFiles(dialect) ? `${fileName(name)}.schema.json` : api;
  const document = contracts.documents.get(join(folder, file));
  if (document === undefined) throw new Error(`${file} wasn't read`);
  if (isMessage) return placeAt(document, ["channels", "c", "messages", name, "payload"]);
  return placeAt(document, isInFiles(dialect) ? [] : ["components", "schemas", name]);
}

/** Values of each schema: some that are made for it, and mutants of these. */
function valuesBySchema(
  contracts: Contracts,
  places: ReadonlyMap<string, Place>,
  seed: number,
): Map<string, unknown[]> {
  const nodes = new ContractNodes(contracts);
  const found = new Map<string, unknown[]>();
  for (const [name, place] of places) {
    const made = (["full", "small"] as const).flatMap((size) => {
      const synthesis = synthesise(nodes.of(place).node, { size });
      if (synthesis.kind === "value") return [synthesis.value];
      return [];
    });
    const texts = new Set([...made, null, {}, "a"].map((value) => JSON.stringify(value)));
    const others = [
      ...new Set(made.flatMap((value) => mutants(value)).map((value) => JSON.stringify(value))),
    ];
    const some = fc.sample(fc.shuffledSubarray(others, { minLength: Math.min(others.length, mostValues) }), {
      seed,
      numRuns: 1,
    });
    for (const text of some[0] ?? []) if (texts.size < mostValues) texts.add(text);
    found.set(
      name,
      [...texts].map((text) => JSON.parse(text) as unknown),
    );
  }
  return found;
}

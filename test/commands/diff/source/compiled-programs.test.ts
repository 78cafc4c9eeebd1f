import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { compareSource } from "../../../../commands/diff/source/compare-source.js";
import { generate } from "../../../../generator/generate.js";
import { readTemplates } from "../../../../reader/documents/templates.js";
import { type Edit, edited, pets, textVersion } from "../../../support/commands/diff/source/pets.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

/** A program that reads and writes everything that the contract names. */
const program = `
import { createClient, createPet, listPets, type CreatePetRequest, type ListPetsRequest } from "./sdk/pets/client.js";
import type { components } from "./sdk/pets/types.js";
type Pet = components["schemas"]["Pet"];
declare const client: Parameters<typeof listPets>[0];
declare const options: Parameters<typeof createClient>[0];
const request: ListPetsRequest = { limit: 3 };
const body: CreatePetRequest["body"] = { name: "Rex", nick: "R", kind: "dog" };
function describe(pet: Pet): string {
  const id: string = pet.id;
  const name: string = pet.name;
  const age: number | undefined = pet.age;
  const nick: string | undefined = pet.nick;
  switch (pet.status) {
    case undefined: return id + name;
    case "available": return name + age;
    case "sold": return name + nick;
    default: { const nothing: never = pet.status; return nothing; }
  }
}
export async function run(): Promise<void> {
  const listed = await listPets(client, request);
  if (listed.ok) {
    const status: 200 = listed.status;
    console.log(status, listed.body.map(describe));
  }
  await listPets(client);
  const created = await createPet(client, { body });
  if (created.status === 201) describe(created.body);
  const api = createClient(options);
  (await api.pets.list(request).unwrap()).map(describe);
  describe(await api.pets.create({ body: { name: "Tom", kind: "cat" } }).unwrap());
}
`;

const edits: readonly Edit[] = [
  ["operationId: listPets", "operationId: getPets"],
  ["Status", "State"],
  ["age: { type: number }", "age: { type: integer }"],
  ["age: { type: number }", "age: { type: [number, string] }"],
  ["[id, name]", "[id, name, age]"],
  ["[id, name]", "[id]"],
  ["[cat, dog]", "[cat, dog, cow]"],
  ["[cat, dog]", "[dog]"],
  ["[available, sold]", "[available, sold, lost]"],
  ["[available, sold]", "[sold]"],
  ["required: [name]", "required: [name, nick]"],
  ["required: [name]", "required: []"],
  ["name: limit,", "name: limit, required: true,"],
  ["in: query, schema: { type: integer }", "in: query, schema: { type: string }"],
  ["in: query, schema: { type: integer }", "in: query, schema: { type: [integer, string] }"],
  ["nick: { type: string }", "alias: { type: string }"],
  ["nick: { type: string }", "nick: { type: string }\n        more: { type: string }"],
  ["tags: [pets]", "tags: [animals]"],
  ["/pets:", "/animals:"],
  ["description: All", "description: Every pet"],
  ["        required: true\n", ""],
  ['"200":', "2XX:"],
];

const libraries = new Map<string, ts.SourceFile | undefined>();
const templates = readTemplates(undefined);

/** The errors of the program with the SDK of a contract, found by a compiler of its own. */
async function errorsWith(text: string): Promise<string[]> {
  const { contracts } = await textVersion("pets.openapi.yaml", text);
  const files = await generate(contracts, { templates: await templates, only: ["client"] });
  const folder = `${root}.program/`;
  const own = new Map(files.map((file) => [`${folder}sdk/${file.path}`, file.text]));
  own.set(`${folder}program.ts`, program);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const compiled = ts.createProgram({
    rootNames: [`${folder}program.ts`],
    options,
    host: {
      ...host,
      fileExists: (path) => own.has(path) || host.fileExists(path),
      directoryExists: (path) => path.startsWith(folder.slice(0, -1)) || ts.sys.directoryExists(path),
      getSourceFile(path, languageVersion) {
        const ownText = own.get(path);
        if (ownText !== undefined) return ts.createSourceFile(path, ownText, languageVersion);
        if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, languageVersion));
        return libraries.get(path);
      },
    },
  });
  return compiled
    .getSemanticDiagnostics(compiled.getSourceFile(`${folder}program.ts`))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("programs for the old SDK", () => {
  it("compile with the old SDK", async () => {
    expect(await errorsWith(pets)).toEqual([]);
  });

  it("compile with the new one if no source breakage was found", async () => {
    const old = await textVersion("pets.openapi.yaml", pets);
    const outcomes = new Set<string>();
    const check = async (chosen: readonly Edit[]): Promise<void> => {
      // A later edit may find nothing left to replace.
      const text = chosen.reduce((before, [from, to]) => before.replaceAll(from, to), pets);
      const changes = await compareSource(
        { old, new: await textVersion("pets.openapi.yaml", text) },
        { time: 60_000, now: () => 0 },
      );
      const breaking = changes.filter(({ effects }) => effects.consumer === "breaking");
      const errors = await errorsWith(text);
      outcomes.add(errors.length > 0 ? "fails" : "compiles");
      if (errors.length > 0) expect(breaking).not.toEqual([]);
      // The program uses everything, so that what is breaking breaks it, except for names that it doesn't import.
      else expect(breaking.filter(({ code }) => code !== "source-export-removed")).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(fc.subarray([...edits], { minLength: 1, maxLength: 2 }), check), {
      numRuns: 8,
    });
    expect(outcomes.size).toBe(2);
  });

  it("don't compile if something that they use is gone", async () => {
    expect(await errorsWith(edited(pets, [["[id, name]", "[id]"]]))).not.toEqual([]);
  });
});

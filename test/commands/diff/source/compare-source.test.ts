import { describe, expect, it } from "vitest";
import { compareSource } from "../../../../commands/diff/source/compare-source.js";
import { type Edit, pets, sourceChanges, textVersion } from "../../../support/commands/diff/source/pets.js";

const petChanges = (...edits: readonly Edit[]) => sourceChanges("pets.openapi.yaml", pets, edits);

const pet = "Pet from pets/types.js";
const newPet = "NewPet from pets/types.js";
const status = "Status from pets/types.js";
const request = "ListPetsRequest from pets/client.js";

interface Case {
  readonly edits: readonly Edit[];
  /** Code, innermost export and the compiler's error of the finding. */
  readonly finding: readonly [string, string, string];
}

// Cases of a group are compared at once, which saves time and shows that each has its own finding.
describe("what breaks the compilation", () => {
  it.each<[string, readonly Case[]]>([
    [
      "names: of an operation, of a schema, of a schema without users",
      [
        {
          edits: [["listPets", "getPets"]],
          finding: ["source-export-removed", "listPets from pets/client.js", "TS2305"],
        },
        { edits: [], finding: ["source-property-removed", "Client from pets/client.js", "TS2339"] },
        { edits: [["Status", "State"]], finding: ["source-export-removed", status, "TS2305"] },
        {
          edits: [["    Unused: { type: object, properties: { text: { type: string } } }\n", ""]],
          finding: ["source-export-removed", "Unused from pets/types.js", "TS2305"],
        },
      ],
    ],
    [
      "responses: a property renamed, one that may be missing, one that may be null, one of another type",
      [
        { edits: [["status: { $ref", "state: { $ref"]], finding: ["source-property-removed", pet, "TS2339"] },
        { edits: [["[id, name]", "[id]"]], finding: ["source-now-optional", pet, "TS2327"] },
        {
          edits: [["id: { type: string }", 'id: { type: [string, "null"] }']],
          finding: ["source-value-added", pet, "TS2322"],
        },
        {
          edits: [["age: { type: number }", "age: { type: string }"]],
          finding: ["source-type-changed", pet, "TS2322"],
        },
      ],
    ],
    [
      "values of a response: a new one, and one that is gone",
      [
        {
          edits: [["[available, sold]", "[available, lost]"]],
          finding: ["source-value-added", status, "TS2322"],
        },
        { edits: [], finding: ["source-value-removed", status, "TS2367"] },
      ],
    ],
    [
      "requests: a property renamed, one that became required, a new required one, a value that is gone",
      [
        {
          edits: [["name: { type: string }\n        nick", "name: { type: string }\n        alias"]],
          finding: ["source-property-removed", newPet, "TS2353"],
        },
        {
          edits: [["required: [name]", "required: [name, kind, size]"]],
          finding: ["source-required-added", newPet, "TS2327"],
        },
        {
          edits: [["kind:", "size: { type: number }\n        kind:"]],
          finding: ["source-required-added", newPet, "TS2741"],
        },
        { edits: [["[cat, dog]", "[cat]"]], finding: ["source-value-removed", newPet, "TS2322"] },
      ],
    ],
    [
      "parameters: one that became required, a new required one",
      [
        {
          edits: [["name: limit, in: query,", "name: limit, in: query, required: true,"]],
          finding: ["source-required-added", request, "TS2327"],
        },
        {
          edits: [
            [
              "      parameters:\n",
              "      parameters:\n        - { name: q, in: query, required: true, schema: { type: string } }\n",
            ],
          ],
          finding: ["source-required-added", request, "TS2741"],
        },
      ],
    ],
    [
      "parameters: a renamed one",
      [{ edits: [["name: limit,", "name: max,"]], finding: ["source-property-removed", request, "TS2353"] }],
    ],
  ])("%s", async (_, cases) => {
    const changes = await petChanges(...cases.flatMap(({ edits }) => edits));
    const findings = changes.map(({ code, subjects, message }) => [
      code,
      subjects[0],
      /TS\d+/.exec(message)?.[0],
    ]);
    expect(findings.sort()).toEqual(cases.map(({ finding }) => [...finding]).sort());
    expect(changes.every(({ effects }) => effects.consumer === "breaking")).toBe(true);
  });
});

describe("what doesn't", () => {
  it("what programs for the old SDK neither read nor write", async () => {
    const extra = "extra: { type: string }\n        age: { type: number }";
    expect(
      await petChanges(
        ["description: All", "description: Every pet"],
        ["age: { type: number }", extra],
        ["[id, name]", "[id, name, extra, nick]"],
        ["kind:", "size: { type: number }\n        kind:"],
        ["[cat, dog]", "[cat, dog, cow]"],
        [
          "      parameters:\n",
          "      parameters:\n        - { name: q, in: query, schema: { type: string } }\n",
        ],
        [
          '        "201":',
          '        "409": { description: Exists, content: { application/json: { schema: { type: object } } } }\n        "201":',
        ],
        [
          "    post:",
          '    delete:\n      operationId: deletePets\n      responses: { "204": { description: Gone } }\n    post:',
        ],
      ),
    ).toEqual([]);
  });

  it("an integer instead of a number", async () => {
    expect(await petChanges(["age: { type: number }", "age: { type: integer }"])).toEqual([]);
  });
});

describe("reports", () => {
  it("one change of a shared schema as one finding with all exports that it reaches", async () => {
    const [change, ...others] = await petChanges(["nick: { type: string }\n        status", "status"]);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      change: "removed",
      breaks: "source",
      effects: { consumer: "breaking" },
      old: { line: 35, pointer: "/components/schemas/Pet/properties/nick" },
      message: expect.stringContaining("`Pet.nick` is gone (TS2339: Property 'nick'"),
    });
    expect(change?.new).toBeUndefined();
    expect(change?.subjects).toEqual(
      expect.arrayContaining([
        "listPets from pets/client.js",
        "createPet from pets/client.js",
        "CreatePetAnswer from pets/client.js",
        "createClient from pets/client.js",
      ]),
    );
  });

  it("a renamed operation with both names, and all names made from it", async () => {
    const [change] = await petChanges(["listPets", "getPets"]);
    expect(change?.message).toContain("`listPets` is gone, since its operation is called `getPets` now");
    expect(change?.subjects).toEqual([
      "listPets from pets/client.js",
      "ListPetsRequest from pets/client.js",
      "ListPetsAnswer from pets/client.js",
      'operations["listPets"] from pets/types.js',
    ]);
    expect(change?.old?.pointer).toBe("/paths/~1pets/get");
  });

  it("what no function uses as risky, in both directions", async () => {
    expect(await petChanges(["{ text: { type: string } }", "{ text: { type: number } }"])).toMatchObject([
      { code: "source-type-changed", effects: { consumer: "risky" } },
    ]);
  });

  it("a path as risky, since only users of `paths` name it", async () => {
    expect(await petChanges(["/pets:", "/animals:"])).toMatchObject([
      { code: "source-export-removed", effects: { consumer: "risky" } },
    ]);
  });

  it("a deadline", async () => {
    const versions = {
      old: await textVersion("pets.openapi.yaml", pets),
      new: await textVersion("pets.openapi.yaml", pets.replaceAll("nick", "alias")),
    };
    let now = 0;
    const changes = await compareSource(versions, { time: 5, now: () => (now += 10) });
    expect(changes).toMatchObject([
      {
        code: "source-not-compared",
        effects: { consumer: "undecided" },
        message: "the comparison wasn't finished: it took longer than 5 ms",
      },
    ]);
  });

  it("a contract of which no SDK can be generated", async () => {
    const versions = {
      old: await textVersion("pets.openapi.yaml", pets),
      new: await textVersion("pets.openapi.yaml", pets.replaceAll("schemas/Status", "schemas/Nothing")),
    };
    const changes = await compareSource(versions, { time: 60_000, now: () => 0 });
    expect(changes).toMatchObject([{ code: "source-not-compared" }]);
    expect(changes[0]?.message).toMatch(/^no SDK can be generated of /);
  });

  it("two files with different names as the same document", async () => {
    const versions = {
      old: await textVersion("old.openapi.yaml", pets),
      new: await textVersion(
        "new.openapi.yaml",
        pets.replace("age: { type: number }", "age: { type: string }"),
      ),
    };
    const changes = await compareSource(versions, { time: 60_000, now: () => 0 });
    expect(changes.map(({ code }) => code)).toEqual(["source-type-changed"]);
  });
});

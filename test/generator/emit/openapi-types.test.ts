import { describe, expect, test } from "vitest";
import { apiTypeErrors, object, ref, text } from "../../support/generator/emit/api-type-errors.js";

describe("a discriminator", () => {
  const cat = object({ kind: text, lives: { type: "integer" } }, ["kind"]);
  const dog = object({ kind: text, tricks: { type: "array", items: text } }, ["kind"]);
  const narrows = (cats: string, dogs: string) => [
    "declare const pet: Schemas['Pet'];",
    `if (pet.kind === ${cats}) be<Equal<typeof pet.lives, number | undefined>>();`,
    `if (pet.kind === ${dogs}) be<Equal<typeof pet.tricks, string[] | undefined>>();`,
    "!if (pet.kind === 'other') void pet;",
    "!void pet.lives;",
  ];

  test.each(["oneOf", "anyOf"])("identifies the members of %s by their names", async (keyword) => {
    const Pet = { [keyword]: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
    expect(await apiTypeErrors({ schemas: { Pet, Cat: cat, Dog: dog } }, narrows("'Cat'", "'Dog'"))).toEqual(
      [],
    );
  });

  test("identifies members by a mapping with names, references and several values", async () => {
    const mapping = { cat: "Cat", lion: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
    const Pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping } };
    const lines = [
      ...narrows("'cat'", "'dog'"),
      "be<Equal<Schemas['Pet']['kind'], 'cat' | 'lion' | 'dog'>>();",
    ];
    expect(await apiTypeErrors({ schemas: { Pet, Cat: cat, Dog: dog } }, lines)).toEqual([]);
  });

  test("doesn't change the members themselves", async () => {
    const Pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } };
    const lines = ["be<Equal<Schemas['Cat']['kind'], string>>();"];
    expect(await apiTypeErrors({ schemas: { Pet, Cat: cat, Dog: dog } }, lines)).toEqual([]);
  });

  test("maps to schemas in other files", async () => {
    const mapping = { cat: "./animals/cat.schema.json", dog: "animals/more.json#/components/schemas/Dog" };
    const members = Object.values(mapping).map(($ref) => ({ $ref }));
    const Pet = { oneOf: members, discriminator: { propertyName: "kind", mapping } };
    const files = {
      "animals/cat.schema.json": cat,
      "animals/more.json": { components: { schemas: { Dog: dog } } },
    };
    expect(await apiTypeErrors({ schemas: { Pet }, files }, narrows("'cat'", "'dog'"))).toEqual([]);
  });

  test("uses the names of schemas in other files, but not file names", async () => {
    const $refs = ["more.json#/components/schemas/Cat", "more.json#/components/schemas/Dog", "./bird.json"];
    const Pet = { oneOf: $refs.map(($ref) => ({ $ref })), discriminator: { propertyName: "kind" } };
    const files = { "more.json": { components: { schemas: { Cat: cat, Dog: dog } } }, "bird.json": cat };
    const lines = [
      "declare const pet: Schemas['Pet'];",
      "be<Equal<typeof pet.kind, string>>();",
      "if (pet.kind === 'Dog' && 'tricks' in pet) be<Equal<typeof pet.tricks, string[] | undefined>>();",
    ];
    expect(await apiTypeErrors({ schemas: { Pet }, files }, lines)).toEqual([]);
  });

  test("of a base is inherited by schemas that extend it", async () => {
    const mapping = { cat: "Cat", dog: "Dog" };
    const Animal = {
      ...object({ kind: text }, ["kind"]),
      discriminator: { propertyName: "kind", mapping },
    };
    const heir = (properties: object) => ({ allOf: [ref("Animal"), object(properties)] });
    const schemas = {
      Animal,
      Cat: heir({ lives: { type: "integer" } }),
      Dog: heir({ tricks: { type: "array", items: text } }),
      Other: heir({}),
      Pet: { oneOf: [ref("Cat"), ref("Dog")] },
    };
    const lines = [
      ...narrows("'cat'", "'dog'"),
      "be<Equal<Schemas['Animal']['kind'], string>>();",
      "be<Equal<Schemas['Other']['kind'], string>>();",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });

  test("of a base still allows a schema to be extended further", async () => {
    const Animal = { ...object({ kind: text }, ["kind"]), discriminator: { propertyName: "kind" } };
    const schemas = {
      Animal,
      Cat: { allOf: [ref("Animal"), object({ lives: { type: "integer" } })] },
      Lion: { allOf: [ref("Cat"), object({ pride: text })] },
    };
    const lines = ["be<Equal<Schemas['Lion']['kind'], 'Lion'>>();", "declare const lion: Schemas['Lion'];"];
    expect(await apiTypeErrors({ schemas }, [...lines, "take<number | undefined>(lion.lives);"])).toEqual([]);
  });

  test("of a base selects heirs on several levels, so each has the values of those that extend it", async () => {
    const mapping = { book: "Book", audio: "#/components/schemas/AudioBook", film: "Film" };
    const Product = { ...object({ kind: text }, ["kind"]), discriminator: { propertyName: "kind", mapping } };
    const schemas = {
      Product,
      Film: { allOf: [ref("Product"), object({ minutes: { type: "integer" } })] },
      Book: { allOf: [ref("Product"), object({ pages: { type: "integer" } })] },
      AudioBook: { ...ref("Book"), ...object({ minutes: { type: "integer" } }) },
      Shelf: { allOf: [ref("Book"), object({ place: text })] },
    };
    const lines = [
      "be<Equal<Schemas['Film']['kind'], 'film'>>();",
      "be<Equal<Schemas['Book']['kind'], 'book' | 'audio'>>();",
      "be<Equal<Schemas['AudioBook']['kind'], 'audio'>>();",
      "be<Equal<Schemas['Shelf']['kind'], 'book' | 'audio'>>();",
      "take<Schemas['AudioBook']>({ kind: 'audio', pages: 1, minutes: 2 });",
      "!take<Schemas['Book']>({ kind: 'other' });",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });

  test("of each base counts, and a base that is mapped itself has its own value and those of its heirs", async () => {
    const mapped = { propertyName: "kind", mapping: { plain: "Animal", cat: "Cat" } };
    const Animal = { ...object({ kind: text }, ["kind"]), discriminator: mapped };
    const Named = { ...object({ label: text }, ["label"]), discriminator: { propertyName: "label" } };
    const schemas = { Animal, Named, Cat: { allOf: [ref("Animal"), ref("Named")] } };
    const lines = [
      "be<Equal<Schemas['Animal']['kind'], 'plain' | 'cat'>>();",
      "be<Equal<Schemas['Cat']['kind'], 'cat'>>();",
      "be<Equal<Schemas['Cat']['label'], 'Cat'>>();",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });

  test("keeps the constraints of a member", async () => {
    const schemas = {
      Pet: { oneOf: [ref("Cat"), ref("Count"), ref("List")], discriminator: { propertyName: "kind" } },
      Cat: object({ kind: { const: "feline" } }, ["kind"]),
      Count: object({ kind: { type: "integer" } }, ["kind"]),
      List: { type: "array", items: text },
    };
    const lines = [
      "be<Equal<Exclude<Schemas['Pet'], string[]>['kind'], 'feline' | number>>();",
      "be<Equal<Extract<Schemas['Pet'], string[]>, string[]>>();",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });
});

describe("null", () => {
  test.each([
    ["3.0.3", { type: "string", nullable: true }],
    ["3.0.3", { type: "string", nullable: true, enum: ["a", null] }, "'a' | null"],
    ["3.0.3", { type: "string", nullable: true, enum: ["a"] }, "'a' | null"],
    ["3.0.3", { allOf: [ref("Text")], nullable: true }],
    ["3.0.3", { oneOf: [ref("Text")], nullable: true }],
    ["3.0.3", { $ref: "#/components/schemas/Text", nullable: true }],
    ["3.1.0", { type: ["string", "null"] }],
    ["3.1.0", { oneOf: [ref("Text"), { type: "null" }] }],
    ["3.1.0", { anyOf: [ref("Text"), { type: "null" }] }],
    ["3.1.0", { type: ["string", "null"], enum: ["a", null] }, "'a' | null"],
    ["3.1.0", { type: ["string", "null"], enum: ["a"] }, "'a'"],
    ["3.1.0", { const: null }, "null"],
  ])("of OpenAPI %s: %j", async (openapi, schema, wanted = "string | null") => {
    const schemas = { Text: text, Thing: object({ x: schema }, ["x"]) };
    const lines = [`be<Equal<Schemas['Thing']['x'], ${wanted}>>();`];
    expect(await apiTypeErrors({ openapi, schemas }, lines)).toEqual([]);
  });
});

describe("combined keywords", () => {
  test("all apply: properties with anyOf, oneOf with allOf", async () => {
    const schemas = {
      Base: object({ id: text }, ["id"]),
      Either: {
        ...object({ name: text }, ["name"]),
        anyOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])],
      },
      Both: {
        allOf: [ref("Base")],
        oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])],
        anyOf: [object({ c: text }, ["c"])],
      },
    };
    const lines = [
      "take<Schemas['Either']>({ name: 'n', a: 'a' });",
      "!take<Schemas['Either']>({ a: 'a' });",
      "!take<Schemas['Either']>({ name: 'n' });",
      "take<Schemas['Both']>({ id: 'i', b: 'b', c: 'c' });",
      "!take<Schemas['Both']>({ id: 'i', b: 'b' });",
      "!take<Schemas['Both']>({ id: 'i', c: 'c' });",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });

  test("keep their type if a union only has `required`", async () => {
    const Gist = {
      ...object({ files: text, description: text }),
      anyOf: [{ required: ["files"] }, { required: ["description"] }],
    };
    const lines = ["take<Schemas['Gist']>({ files: 'f' });", "!take<Schemas['Gist']>({ files: 1 });"];
    expect(await apiTypeErrors({ schemas: { Gist } }, lines)).toEqual([]);
  });

  test("next to a $ref apply from OpenAPI 3.1 on", async () => {
    const schemas = {
      Base: object({ id: text }),
      Thing: { ...ref("Base"), ...object({ name: text }, ["name", "id"]) },
    };
    const lines = [
      "take<Schemas['Thing']>({ id: 'i', name: 'n' });",
      "!take<Schemas['Thing']>({ id: 'i' });",
      "!take<Schemas['Thing']>({ name: 'n' });",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });

  test("keep a property with a default as optional as in the contract", async () => {
    const Page = object({ size: { type: "integer", default: 10 }, at: { type: "integer", default: 0 } }, [
      "at",
    ]);
    const lines = [
      "be<Equal<Schemas['Page']['size'], number | undefined>>();",
      "be<Equal<Schemas['Page']['at'], number>>();",
    ];
    expect(await apiTypeErrors({ schemas: { Page } }, lines)).toEqual([]);
  });

  test("give `unknown` for an unspecified schema, and an empty type for a closed empty object", async () => {
    const schemas = {
      Open: { "x-unspecified": "§1" },
      Empty: { type: "object", additionalProperties: false },
    };
    const lines = [
      "be<Equal<Schemas['Open'], unknown>>();",
      "take<Schemas['Empty']>({});",
      "!take<Schemas['Empty']>({ a: 1 });",
    ];
    expect(await apiTypeErrors({ schemas }, lines)).toEqual([]);
  });
});

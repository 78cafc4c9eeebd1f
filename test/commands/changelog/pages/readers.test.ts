import { describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

const string = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ "application/json": { schema } });

interface Shop {
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly operation?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, unknown>>;
}

const pet = { type: "object", required: ["name"], properties: { name: string } };

/** An API that takes `Order`, and answers with `Pet` in four operations. */
function api({ schemas = {}, operation = {}, paths = {} }: Shop) {
  const answer = { 200: { description: "d", content: json(ref("Pet")) } };
  const get = (id: string) => ({ get: { operationId: id, responses: answer } });
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/pets": {
        ...get("list"),
        post: {
          operationId: "order",
          requestBody: { required: true, content: json(ref("Order")) },
          responses: answer,
          ...operation,
        },
      },
      "/cats": get("cats"),
      "/dogs": get("dogs"),
      ...paths,
    },
    components: { schemas: { Pet: pet, Order: { type: "object" }, ...schemas } },
  };
}

async function run(old: Shop, current: Shop, ...args: readonly string[]) {
  const cwd = await contractFolder({ "old.openapi.json": api(old), "new.openapi.json": api(current) });
  const { exitCode, out, err } = await runCommand(
    cwd,
    "changelog",
    ...args,
    "old.openapi.json",
    "new.openapi.json",
  );
  return { cwd, exitCode, out, err };
}

/** The lines under each heading. */
async function sections(old: Shop, current: Shop): Promise<Readonly<Record<string, readonly string[]>>> {
  const { out } = await run(old, current);
  return Object.fromEntries(
    out
      .split("\n### ")
      .slice(1)
      .map((text) => {
        const [title = "", ...lines] = text.split("\n");
        return [title, lines.filter((line) => /^\s*- /.test(line))];
      }),
  );
}

const shop = (properties: object, more: object = {}): Shop => ({
  schemas: { Pet: { ...pet, properties: { ...pet.properties, ...properties }, ...more } },
});
const order = (properties: object, more: object = {}): Shop => ({
  schemas: { Order: { type: "object", properties, ...more } },
});
const inPets = "In `GET /pets`; `POST /pets`; `GET /cats` and 1 more.";

describe("an entry for readers", () => {
  it("names the schema, all new values, what to do, why, and few of many operations", async () => {
    const kinds = (values: readonly string[], description: string) =>
      shop({ kind: { ...string, description, enum: values } });
    expect(
      await sections(
        kinds(["cat"], "The kind."),
        kinds(["cat", "dog", "fish"], "The kind. `fish` live in water."),
      ),
    ).toEqual({
      Breaking: [
        `- **\`Pet.kind\`**: New values \`dog\`, \`fish\`. Be ready for values that you don't know. “\`fish\` live in water.” ${inPets}`,
      ],
    });
  });

  it("finds the values behind references", async () => {
    const old = shop({ kind: { ...string, enum: ["cat"] } });
    const current = {
      schemas: {
        Kind: { ...string, enum: ["cat", "dog", "fish"] },
        Pet: { ...pet, properties: { ...pet.properties, kind: { allOf: [ref("Kind")] } } },
      },
    };
    expect((await sections(old, current)).Breaking?.join()).toContain("New values `dog`, `fish`.");
  });

  it.each<[string, Shop, Shop, string, string]>([
    [
      "a value that is no longer accepted",
      order({ kind: { ...string, enum: ["a", "b"] } }),
      order({ kind: { ...string, enum: ["a"] } }),
      "Breaking",
      "- **`Order.kind`**: Value `b` removed: it is refused now. Stop sending it. In `POST /pets`, body.",
    ],
    [
      "a value that may be sent",
      order({ kind: { ...string, enum: ["a"] } }),
      order({ kind: { ...string, enum: ["a", "b"] } }),
      "Changed",
      "- **`Order.kind`**: New value `b`. In `POST /pets`, body.",
    ],
    [
      "a member that must be sent",
      order({ kind: string }),
      order({ kind: string }, { required: ["kind"] }),
      "Breaking",
      "- **`Order`**: `kind` is required now. Send `kind`. In `POST /pets`, body.",
    ],
    [
      "a member that need not be sent",
      order({ kind: string }, { required: ["kind"] }),
      order({ kind: string }),
      "Changed",
      "- **`Order`**: `kind` is optional now. In `POST /pets`, body.",
    ],
    [
      "a member that may be missing",
      shop({}),
      shop({}, { required: [] }),
      "Breaking",
      `- **\`Pet\`**: \`name\` may be missing now. Don't rely on it. ${inPets}`,
    ],
    [
      "a member that is always there",
      shop({}, { required: [] }),
      shop({}),
      "Fixed",
      `- **\`Pet\`**: \`name\` is always there now (required). ${inPets}`,
    ],
    [
      "null",
      shop({ age: { type: "integer" } }),
      shop({ age: { type: ["integer", "null"] } }),
      "Breaking",
      `- **\`Pet.age\`**: May be \`null\` now (nullable). Be ready for it. ${inPets}`,
    ],
    [
      "another type",
      shop({ age: { type: "integer" } }),
      shop({ age: string }),
      "Breaking",
      `- **\`Pet.age\`**: The type is \`string\` now, formerly \`integer\`. Be ready for it. ${inPets}`,
    ],
    [
      "a limit",
      order({ note: { ...string, maxLength: 9 } }),
      order({ note: { ...string, maxLength: 5 } }),
      "Breaking",
      '- **`Order.note`**: `maxLength` is `5` now, formerly `9`: some of what you could send is refused. Check what you send. Example: `{"note":"AAAAAA"}`. In `POST /pets`, body.',
    ],
    [
      "new members, together",
      shop({}),
      shop({ age: { type: "integer" }, tags: { type: "array", items: string } }),
      "Added",
      `- **\`Pet\`**: New members \`age\`, \`tags\`. ${inPets}`,
    ],
    [
      "a new member, with its type and the start of its description",
      shop({}),
      shop({
        owners: { type: "array", items: ref("Owner"), description: "Who owns it. There may be many." },
      }),
      "Added",
      `- **\`Pet\`**: New member \`owners\` (list of \`Owner\`). “Who owns it.” ${inPets}`,
    ],
    [
      "a removed member",
      shop({ age: { type: "integer" } }),
      shop({}),
      "Removed",
      `- **\`Pet\`**: **Check:** Member \`age\` removed: it is no longer sent. Don't rely on it. ${inPets}`,
    ],
    [
      "deprecated members, together",
      shop({ a: string, b: string }),
      shop({ a: { ...string, deprecated: true }, b: { ...string, deprecated: true } }),
      "Deprecated",
      `- **\`Pet\`**: \`a\`, \`b\` are deprecated. ${inPets}`,
    ],
    [
      "an inline schema, by its operation",
      { operation: { requestBody: { content: json({ type: "object", properties: { a: string } }) } } },
      {
        operation: {
          requestBody: { content: json({ type: "object", properties: { a: { type: "integer" } } }) },
        },
      },
      "Breaking",
      "- **`POST /pets`**: Body `a`: the type is `integer` now, formerly `string`. Check what you send.",
    ],
    [
      "a removed operation, with its schemas",
      { paths: { "/old": { get: { responses: { 200: { description: "d", content: json(ref("Pet")) } } } } } },
      {},
      "Breaking",
      "- **`GET /old`**: The operation was removed (answers `Pet`). Stop calling it.",
    ],
  ])("tells %s", async (_, old, current, section, expected) => {
    const found = await sections(old, {
      ...current,
      schemas: { ...current.schemas, Owner: { type: "object" } },
    });
    expect(found[section]?.map((line) => line.replace(/"note":"[^"]*"/, '"note":"AAAAAA"'))).toContain(
      expected,
    );
  });

  it("tells the same change of many operations once, and a change of each operation for each", async () => {
    const header = { "X-Trace": { schema: string } };
    const get = (id: string, headers?: object) => ({
      get: { operationId: id, responses: { 200: { description: "d", ...(headers && { headers }) } } },
    });
    const all = (headers?: object) => ({
      paths: Object.fromEntries(["a", "b", "c", "d"].map((name) => [`/${name}`, get(name, headers)])),
    });
    expect((await sections(all(), all(header))).Added).toEqual([
      "- **`GET /a`, `GET /b`, `GET /c` and 1 more**: Response 200, header `X-Trace`: the header is new, and it is optional. In `GET /d`.",
    ]);
    expect((await sections({}, all())).Added).toHaveLength(4);
  });

  it("tells what breaks one schema apart from the same change of another", async () => {
    const both = (values: readonly string[]): Shop => {
      const kind = { ...string, enum: values };
      return { schemas: { ...shop({ kind }).schemas, ...order({ kind }).schemas } };
    };
    const found = await sections(both(["a"]), both(["a", "b"]));
    expect(found.Breaking?.join()).toContain("**`Pet.kind`**: New value `b`.");
    expect(found.Changed?.join()).toContain("**`Order.kind`**: New value `b`.");
  });

  it("tells that an inherited member is always there now", async () => {
    const pets = (more: object): Shop => ({
      schemas: {
        Pet: { allOf: [ref("Base"), { type: "object", ...more }] },
        Base: { properties: { a: string } },
      },
    });
    const found = await sections(pets({}), pets({ required: ["a"] }));
    expect(found.Fixed).toEqual([`- **\`Pet\`**: \`a\` is always there now (required). ${inPets}`]);
  });

  it("lists new schemas and those that are gone in one line", async () => {
    const old = shop({});
    const current = shop({ owner: ref("Owner"), keeper: ref("Keeper") });
    const found = await sections(
      { schemas: { ...old.schemas, Vet: string } },
      { schemas: { ...current.schemas, Owner: string, Keeper: string } },
    );
    expect(found.Changed?.[0]).toBe("- **General**: New schemas `Keeper`, `Owner`; schema `Vet` removed.");
  });

  it("lists facts of one's own in one line, and no examples", async () => {
    const facts = (value: number) => ({
      operation: { "x-cost": value, "x-examples": { a: value } },
      ...shop({}, { "x-cost": value, "x-team": value }),
    });
    expect(await sections(facts(1), facts(2))).toEqual({
      Changed: ["- **General**: `x-cost` has changed in `POST /pets`, `Pet`; `x-team` has changed in `Pet`."],
    });
  });
});

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

const text = { type: "string" };
const cat = { type: "object", properties: { name: text, lives: { type: "integer" } } };
const dog = { type: "object", properties: { name: text, barks: { type: "boolean" } } };
const named = { type: "object", required: ["name"], properties: { name: text } };

/** Schemas whose alternatives overlap, and of which a value can match only one. */
const separable = {
  optional: { oneOf: [cat, dog] },
  three: { oneOf: [cat, dog, { type: "object", properties: { wings: { type: "integer" } } }] },
  larger: {
    oneOf: [
      named,
      { type: "object", required: ["name"], properties: { name: text, age: { type: "integer" } } },
    ],
  },
  nested: { type: "object", required: ["pet"], properties: { pet: { oneOf: [cat, dog] } } },
  listed: { type: "array", minItems: 2, items: { oneOf: [cat, dog] } },
  combined: { oneOf: [{ allOf: [named, cat] }, { allOf: [named, dog] }] },
};

/** Schemas that no value matches. */
const inseparable = {
  same: { oneOf: [cat, cat] },
  anything: { oneOf: [true, true] },
  inside: {
    type: "object",
    required: ["pet"],
    properties: { pet: { oneOf: [{ type: "object" }, { type: "object" }] } },
  },
};

const operation = (content: object) => ({
  get: { responses: { 200: { description: "d", content: { "application/json": content } } } },
});

async function started(contents: Readonly<Record<string, object>>) {
  const paths = Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [`/${name}`, operation(content)]),
  );
  const contract = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  const cwd = await contractFolder({ "api.json": JSON.stringify(contract) });
  const command = startCommand(cwd, "mock", "api.json", "--port", "0");
  await command.until(/listening on .*\n/);
  const [, url = ""] = /listening on (http:\S+):/.exec(command.err()) ?? [];
  const get = async (name: string, prefer?: string) => {
    const answer = await fetch(`${url}/${name}`, { headers: prefer === undefined ? {} : { prefer } });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { ...command, get };
}

describe("an answer whose schema has overlapping alternatives", () => {
  it.each(Object.entries(separable))("matches only one if any value does: %s", async (name, schema) => {
    const { get, out } = await started({ [name]: { schema } });
    const isValid = new Ajv2020({ strict: false }).compile(schema);
    for (const prefer of [undefined, "dynamic=true"]) {
      const { status, body } = await get(name, prefer);
      expect([status, body, isValid(body)]).toEqual([200, body, true]);
    }
    expect(out()).toBe("");
  });

  it.each(Object.entries(inseparable))(
    "matches several if it must, and that is said once: %s",
    async (name, schema) => {
      const { get, out } = await started({ [name]: { schema } });
      for (const prefer of [undefined, "dynamic=true"]) expect((await get(name, prefer)).status).toBe(200);
      expect(out().match(/warning alternatives-overlap/g)).toHaveLength(1);
      expect(out()).toContain("no value was found that matches only one");
    },
  );

  it("is the contract's example if it must match several", async () => {
    const example = { name: "Tom", lives: 9 };
    const { get, out } = await started({
      pets: { schema: { oneOf: [cat, cat] }, examples: { tom: { value: example } } },
    });
    expect(await get("pets")).toEqual({ status: 200, body: example });
    expect(await get("pets", "example=tom")).toEqual({ status: 200, body: example });
    expect(out()).not.toContain("example-invalid");
    expect(out().match(/warning alternatives-overlap/g)).toHaveLength(1);
  });

  it("is another one than the example if that matches several without need", async () => {
    const { get, out } = await started({ pets: { schema: { oneOf: [cat, dog] }, example: { name: "Tom" } } });
    expect((await get("pets")).body).not.toEqual({ name: "Tom" });
    expect(out()).toContain("warning example-invalid");
  });
});

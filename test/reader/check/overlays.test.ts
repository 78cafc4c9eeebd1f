import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const api = text`
  openapi: 3.1.0
  info: {title: T, version: "1"}
  paths:
    /things:
      get:
        operationId: listThings
        responses:
          "200": {description: All}
`;

const head = 'overlay: 1.1.0\ninfo: {title: O, version: "1"}\n';
const overlay = (actions: string, more = ""): string => `${head}${more}actions:\n${actions}`;

const files = (actions: string) => ({ "a.openapi.yaml": api, "o.overlay.yaml": overlay(actions) });

describe("the result of an overlay", () => {
  it("is checked like the contract, and findings point to the overlay", async () => {
    const actions = text`
      - target: $.paths['/things'].get.responses['200']
        update:
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Thing'}
      - target: $.paths['/things'].get
        update:
          operatonId: second
    `;
    expect(await findings(files(actions.split("\n").slice(0, 5).join("\n")))).toEqual([
      {
        code: "ref-not-found",
        at: "o.overlay.yaml:8:24",
        pointer: "/actions/0/update/content/application~1json/schema/$ref",
        marked: "'#/components/schemas/Thing'",
      },
    ]);
    expect(await findings(files(actions.split("\n").slice(5).join("\n")))).toEqual([
      {
        code: "openapi-invalid",
        at: "o.overlay.yaml:6:5",
        pointer: "/actions/0/update/operatonId",
        marked: "operatonId",
      },
    ]);
  });

  it("keeps the places of the contract for items after a removed one", async () => {
    const source = api.replace(
      "get:",
      "parameters: [{name: a}, {name: b, in: query, schema: {}}, {name: c, in: cooky, schema: {}}]\n    get:",
    );
    const remove = "- {target: \"$.paths['/things'].parameters[0]\", remove: true}\n";
    const found = await check({ "a.openapi.yaml": source, "o.overlay.yaml": overlay(remove) });
    expect(found.map(({ file, pointer }) => `${file}${pointer}`)).toEqual([
      "a.openapi.yaml/paths/~1things/parameters/2/in",
    ]);
  });

  it("is also covered by the checks of AsyncAPI documents and schemas", async () => {
    const events = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      channels: {c: {address: c, messages: {m: {payload: {type: object}}}}}
    `;
    const ofEvents = overlay("- {target: $.channels.c, update: {adress: d}}\n", "extends: e.asyncapi.yaml\n");
    const ofSchema = overlay(
      "- {target: $.properties.a, update: {required: a}}\n",
      "extends: ./s.schema.yaml\n",
    );
    const schema = "type: object\nproperties: {a: {description: A}}\n";
    expect(
      (await findings({ "e.asyncapi.yaml": events, "o.overlay.yaml": ofEvents })).map(
        ({ code, pointer }) => ({
          code,
          pointer,
        }),
      ),
    ).toContainEqual({ code: "asyncapi-invalid", pointer: "/actions/0/update/adress" });
    expect(await findings({ "s.schema.yaml": schema, "o.overlay.yaml": ofSchema })).toEqual([
      {
        code: "schema-invalid",
        at: "o.overlay.yaml:5:47",
        pointer: "/actions/0/update/required",
        marked: "a",
      },
    ]);
  });

  it("may refer to files that no contract refers to", async () => {
    const actions = text`
      - target: $.paths['/things'].get.responses['200']
        update: {content: {application/json: {schema: {$ref: './more/thing.yaml'}}}}
    `;
    expect(await check({ ...files(actions), "more/thing.yaml": "type: object\n" })).toEqual([]);
  });
});

describe("an overlay", () => {
  it("is reported at its target if it matches nothing", async () => {
    expect(await findings(files("- target: $.paths['/thing'].get\n  remove: true\n"))).toEqual([
      {
        code: "overlay-matches-nothing",
        at: "o.overlay.yaml:4:11",
        pointer: "/actions/0/target",
        marked: "$.paths['/thing'].get",
      },
    ]);
  });

  it.each([
    [
      "a target that isn't a JSONPath",
      "- {target: '$.paths[', remove: true}\n",
      "/actions/0/target",
      "invalid JSONPath",
    ],
    ["no target", "- {update: {}}\n", "/actions/0/target", "`target` is missing"],
    ["no change", "- {target: $}\n", "/actions/0", "changes nothing"],
    [
      "a misspelt field",
      "- {target: $, updte: {}, remove: false, update: {}}\n",
      "/actions/0/updte",
      "unknown field `updte`",
    ],
    [
      "update together with copy",
      "- {target: $, update: {}, copy: $.info}\n",
      "/actions/0",
      "use either `update` or `copy`, not both",
    ],
    [
      "copy of several places",
      "- {target: $.info, copy: $.*}\n",
      "/actions/0/copy",
      "`copy` selects 3 places",
    ],
    ["removal of everything", "- {target: $, remove: true}\n", "/actions/0/target", "can't be removed"],
    [
      "targets of two kinds",
      "- {target: $.*, update: {a: 1}}\n",
      "/actions/0/target",
      "a single value and an object",
    ],
    [
      "a value that can't be merged",
      "- {target: $, update: {info: {title: {deep: 1}}}}\n",
      "/actions/0/update/info/title",
      "an object can't be merged with a single value",
    ],
    [
      "a list onto an object",
      "- {target: $.info, update: [1]}\n",
      "/actions/0/update",
      "a list can't be merged",
    ],
    ["an object onto a text", "- {target: $.openapi, update: {}}\n", "/actions/0/update", "can't replace"],
    ["no action", "  []\n", "/actions", "must be a list of at least one action"],
  ])("is refused at the place of %s", async (_, actions, pointer, message) => {
    const found = await check(files(actions));
    expect(found.map((finding) => [finding.code, finding.file, finding.pointer])).toEqual([
      ["overlay-invalid", "o.overlay.yaml", pointer],
    ]);
    expect(found[0]?.message).toContain(message);
  });

  it("doesn't support copy in version 1.0", async () => {
    const old = overlay("- {target: $.info, copy: $.paths}\n").replace("1.1.0", "1.0.0");
    const found = await check({ "a.openapi.yaml": api, "o.overlay.yaml": old });
    expect(found.map(({ pointer }) => pointer)).toContain("/actions/0/copy");
  });

  it("is refused without a title or with an unknown version", async () => {
    const source = 'overlay: 2.0.0\ninfo: {version: "1"}\nactions: [{target: $.info, remove: true}]\n';
    const found = await check({ "a.openapi.yaml": api, "o.overlay.yaml": source });
    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["version-unsupported", "/overlay"],
      ["overlay-invalid", "/info/title"],
    ]);
  });

  it("must name its document if there are several", async () => {
    const two = {
      ...files("- {target: $.info, update: {x-a: 1}}\n"),
      "b.openapi.yaml": api.replace("list", "read"),
    };
    const [found] = await check(two);
    expect(found).toMatchObject({ code: "overlay-extends", file: "o.overlay.yaml" });
    expect(found?.message).toContain("could apply to any of 2 documents");
    expect(found?.hint).toContain("`a.openapi.yaml`, `b.openapi.yaml`");
  });

  it("is refused if it extends an unread file; a URL refers to the only document", async () => {
    const action = "- {target: $.info, update: {x-a: 1}}\n";
    const wrong = overlay(action, "extends: ./b.openapi.yaml\n");
    expect(await findings({ "a.openapi.yaml": api, "o.overlay.yaml": wrong })).toEqual([
      {
        code: "overlay-extends",
        at: "o.overlay.yaml:3:10",
        pointer: "/extends",
        marked: "./b.openapi.yaml",
      },
    ]);
    const remote = overlay(action, "extends: https://example.com/a.yaml\n");
    expect(await check({ "a.openapi.yaml": api, "o.overlay.yaml": remote })).toEqual([]);
  });

  it("needs a version if its file name says overlay; other files may have a map `overlay`", async () => {
    const [found] = await check({ "a.openapi.yaml": api, "o.overlay.yaml": "a: 1\n" });
    expect(found).toMatchObject({ code: "not-a-contract", file: "o.overlay.yaml" });
    expect(await check({ "a.openapi.yaml": api, "other.yaml": "overlay: {color: red}\n" })).toEqual([]);
  });
});

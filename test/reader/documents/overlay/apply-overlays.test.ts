import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Document } from "../../../../reader/documents/document.js";
import type { InputFile } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { toPointer, valueAt } from "../../../../runtime/json-pointer/index.js";
import { allPointers, json } from "../../../support/reader/documents/json-text.js";

const folder = "/contracts";
const base = { openapi: "3.1.0", info: { title: "T", version: "1" } };

interface Action {
  readonly target: string;
  readonly update?: unknown;
  readonly copy?: string;
  readonly remove?: boolean;
}

const overlay = (...actions: Action[]) => ({
  overlay: "1.1.0",
  info: { title: "O", version: "1" },
  actions,
});

/** Lists in each other. */
function nested(depth: number): unknown {
  if (depth === 0) return Array.from({ length: 20 }, () => 1);
  return [nested(depth - 1)];
}

/** Loads contracts from values in memory. The first file is an OpenAPI document, the others are its overlays. */
async function overlaid(value: object, ...overlays: object[]) {
  const inputs = [value, ...overlays].map(
    (content, index): InputFile => ({
      path: `${folder}/${index}.json`,
      file: `${index}.json`,
      name: `${index}.json`,
      text: JSON.stringify(content),
      role: index === 0 ? "contract" : "overlay",
    }),
  );
  const contracts = await loadContracts(inputs, folder);
  const [document] = contracts.openapi;
  return { document: document as Document, problems: contracts.problems };
}

async function result(value: object, ...actions: Action[]): Promise<unknown> {
  const { document, problems } = await overlaid({ ...base, ...value }, overlay(...actions));
  expect(problems).toEqual([]);
  const { openapi: _openapi, info: _info, ...rest } = document.value as Record<string, unknown>;
  return rest;
}

describe("an overlay", () => {
  it("merges objects recursively, appends to lists, and replaces scalars", async () => {
    const value = { "x-a": { one: 1, list: [1], deep: { kept: true } } };
    const update = { two: 2, one: "new", list: [2, 3], deep: { added: null } };
    expect(await result(value, { target: "$['x-a']", update })).toEqual({
      "x-a": { one: "new", two: 2, list: [1, 2, 3], deep: { kept: true, added: null } },
    });
  });

  it("changes every place that its target selects", async () => {
    const value = { "x-a": { b: { on: 1 }, c: { on: 2 }, d: {} } };
    const action = { target: "$['x-a'][?@.on]", update: { seen: true } };
    expect(await result(value, action)).toEqual({
      "x-a": { b: { on: 1, seen: true }, c: { on: 2, seen: true }, d: {} },
    });
  });

  it.each([
    ["match(@, 'a.*')", ["ab"]],
    ["match(@, 'b')", []],
    ["search(@, 'b')", ["ab", "cb"]],
    ["match(@, 'c[.b]')", ["cb"]],
    // These aren't I-Regexps, so they match nothing.
    ["search(@, '(?=b)')", []],
    ["search(@, '\\\\d')", []],
  ])("selects by the functions of RFC 9535: %s", async (condition, matching) => {
    const value = { "x-a": ["ab", "cb", "d\n1"] };
    const { document } = await overlaid(
      { ...base, ...value },
      overlay({ target: `$['x-a'][?${condition}]`, update: "seen" }),
    );
    const expected = value["x-a"].map((text) => (matching.includes(text) ? "seen" : text));
    expect(valueAt(document.value, ["x-a"])).toEqual(expected);
  });

  it.each(["match(@, '(a+)+')", "search(@, '^(a+)+$')"])(
    "isn't kept busy by a pattern: %s",
    async (condition) => {
      const { problems } = await overlaid(
        { ...base, "x-a": [`${"a".repeat(50_000)}!`] },
        overlay({ target: `$['x-a'][?${condition}]`, update: "seen" }),
      );
      expect(problems.map(({ code }) => code)).toEqual(["overlay-matches-nothing"]);
    },
  );

  it("doesn't select places without a limit", async () => {
    const value = { ...base, "x-a": nested(40) };
    const { problems } = await overlaid(value, overlay({ target: `$${"..*".repeat(5)}`, update: 1 }));
    expect(problems.map(({ message }) => message).join()).toMatch(/selects more than 1000000 places/);
  });

  it("appends an item or all items of a list to a list, and replaces a scalar", async () => {
    const value = { "x-a": { list: ["a"], text: "old" } };
    const actions = [
      { target: "$['x-a'].list", update: { b: 1 } },
      { target: "$['x-a'].list", update: ["c", "d"] },
      { target: "$['x-a'].text", update: "new" },
    ];
    expect(await result(value, ...actions)).toEqual({
      "x-a": { list: ["a", { b: 1 }, "c", "d"], text: "new" },
    });
  });

  it("removes everything it selects, including list items and nested matches", async () => {
    const value = { "x-a": { list: [0, 1, 2, 3, { list: [1] }], gone: { gone: 1 } } };
    const actions = [
      { target: "$['x-a'].list[0,2,1]", remove: true },
      { target: "$..gone", remove: true },
    ];
    expect(await result(value, ...actions)).toEqual({ "x-a": { list: [3, { list: [1] }] } });
  });

  it("copies the current value of a place", async () => {
    const value = { "x-a": { from: { b: 1 }, to: {} } };
    const actions = [
      { target: "$['x-a'].from", update: { c: 2 } },
      { target: "$['x-a'].to", copy: "$['x-a'].from" },
      { target: "$['x-a'].from", update: { late: true } },
    ];
    expect(await result(value, ...actions)).toEqual({
      "x-a": { from: { b: 1, c: 2, late: true }, to: { b: 1, c: 2 } },
    });
  });

  it("applies to the result of earlier overlays", async () => {
    const first = overlay({ target: "$", update: { "x-a": { b: {} } } });
    const second = overlay({ target: "$['x-a'].b", update: { c: 1 } });
    const { document, problems } = await overlaid(base, first, second);
    expect(problems).toEqual([]);
    expect(document.value).toEqual({ ...base, "x-a": { b: { c: 1 } } });
  });

  it("treats names of inherited properties as plain names", async () => {
    const update = JSON.parse('{ "__proto__": { "x": 1 }, "constructor": { "y": 2 } }') as object;
    const value = (await result({ "x-a": {} }, { target: "$['x-a']", update })) as Record<string, object>;
    expect(JSON.stringify(value["x-a"])).toBe('{"__proto__":{"x":1},"constructor":{"y":2}}');
    const { problems } = await overlaid(base, overlay({ target: "$.constructor", remove: true }));
    expect(problems.map(({ code }) => code)).toEqual(["overlay-matches-nothing"]);
  });

  it("is the origin of the values that it wrote; the file is the origin of all others", async () => {
    const value = { ...base, "x-a": { list: ["a", "b", "c"] } };
    const { document } = await overlaid(
      value,
      overlay(
        { target: "$['x-a'].list[0]", remove: true },
        { target: "$['x-a']", update: { new: { deep: [1] }, list: ["d"] } },
        { target: "$", update: { "x-b": {} } },
        { target: "$['x-b']", copy: "$['x-a']" },
      ),
    );
    const at = (...tokens: string[]) => {
      const origin = document.findOrigin?.(tokens);
      return origin && `${origin.document.file}${toPointer(origin.tokens)}`;
    };
    expect([at("info", "title"), at("x-a"), at("x-a", "list", "0"), at("x-a", "list", "1")]).toEqual([
      "0.json/info/title",
      "0.json/x-a",
      "0.json/x-a/list/1",
      "0.json/x-a/list/2",
    ]);
    expect([at("x-a", "list", "2"), at("x-a", "new", "deep", "0")]).toEqual([
      "1.json/actions/1/update/list/0",
      "1.json/actions/1/update/new/deep/0",
    ]);
    expect([at("x-b", "list", "0"), at("x-b", "list", "2"), at("x-b", "new")]).toEqual([
      "0.json/x-a/list/1",
      "1.json/actions/1/update/list/0",
      "1.json/actions/1/update/new",
    ]);
  });

  it("keeps the origin of every scalar through any sequence of changes", async () => {
    const change = fc.record({
      kind: fc.constantFrom("update", "remove", "copy"),
      at: fc.nat(),
      from: fc.nat(),
      value: json,
    });
    await fc.assert(
      fc.asyncProperty(json, fc.array(change, { maxLength: 4 }), async (root, changes) => {
        let value: object = { ...base, "x-root": root };
        const overlays: object[] = [];
        for (const { kind, at, from, value: update } of changes) {
          const places = allPointers(value).filter(([first]) => first === "x-root");
          const target = toJsonPath(value, places[at % places.length] ?? ["x-root"]);
          const copy = toJsonPath(value, places[from % places.length] ?? ["x-root"]);
          const actions = {
            remove: { target, remove: true },
            copy: { target, copy },
            update: { target, update },
          };
          const action = actions[kind];
          const attempt = await overlaid({ ...base, "x-root": root }, ...overlays, overlay(action));
          // Values that can't be merged are refused.
          if (attempt.problems.length > 0) continue;
          overlays.push(overlay(action));
          value = attempt.document.value as object;
        }
        const { document } = await overlaid({ ...base, "x-root": root }, ...overlays);
        for (const tokens of allPointers(document.value)) {
          const item = valueAt(document.value, tokens);
          if (item !== null && typeof item === "object") continue;
          const origin = document.findOrigin?.(tokens) ?? { document, tokens };
          expect(valueAt(origin.document.value, origin.tokens)).toBe(item);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** The JSONPath of a single place. */
function toJsonPath(root: unknown, tokens: readonly string[]): string {
  const steps = tokens.map((token, depth) =>
    Array.isArray(valueAt(root, tokens.slice(0, depth))) ? `[${token}]` : `[${JSON.stringify(token)}]`,
  );
  return `$${steps.join("")}`;
}

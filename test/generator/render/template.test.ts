import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Code } from "../../../generator/render/code.js";
import { literal } from "../../../generator/render/literal.js";
import { createRenderer, TemplateError, type View } from "../../../generator/render/template.js";
import { hostileText } from "./hostile.js";
import { evaluate } from "./typescript-module.js";

const render = (text: string, view: View, partials: Readonly<Record<string, string>> = {}) =>
  createRenderer(new Map(Object.entries({ ...partials, main: text })))("main", view);
const [a, b] = [literal("a"), literal("b")];

describe("a template", () => {
  it("writes code as it is", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluate(render("{{text}}", { text: literal(text) }))).toBe(JSON.stringify(text));
      }),
    );
  });

  it("repeats sections, shows inverses, and reads names of outer views", () => {
    const text = "{{#list}}{{name}}{{../sep}}{{/list}}{{^list}}none{{/list}}";
    expect(render(text, { list: [{ name: a }, { name: b }], sep: literal(1) })).toBe('"a"1"b"1');
    expect(render(text, { list: [] })).toBe("none");
    expect(render("{{#yes}}1{{/yes}}{{^yes}}2{{/yes}}{{#no}}3{{/no}}", { yes: true, no: false })).toBe("1");
    expect(render("{{#one}}{{name}}{{/one}}", { one: { name: a } })).toBe('"a"');
    expect(render("{{#list}}{{this}},{{/list}}", { list: [a, b] })).toBe('"a","b",');
  });

  it("sees what all templates share; a name of its own view goes before", () => {
    const shared = createRenderer(new Map([["main", "{{name}}{{#list}}{{../name}}{{/list}}"]]), { name: a });
    expect(shared("main", { list: [{ x: b }] })).toBe('"a""a"');
    expect(shared("main", { list: [], name: b })).toBe('"b"');
  });

  it("leaves no empty line where a section stands alone in one", () => {
    expect(render("x\n{{#yes}}\n{{name}}\n{{/yes}}\ny\n", { yes: true, name: a })).toBe('x\n"a"\ny\n');
  });

  it("takes in partials, which see the view and are as strict", () => {
    const partials = { _part: "<{{name}}>" };
    expect(render("{{> part}}", { name: a }, partials)).toBe('<"a">');
    expect(() => render("{{> part}}", { nam: a }, partials)).toThrow(TemplateError);
    expect(() => render("{{> none}}", {})).toThrow(TemplateError);
  });

  it.each([
    "{{name}}",
    "{{#name}}x{{/name}}",
    "{{^name}}x{{/name}}",
    "{{#list}}{{name}}{{/list}}",
    "{{list.name}}",
    "{{toString}}",
    "{{constructor}}",
    "{{__proto__}}",
    "{{#constructor}}x{{/constructor}}",
  ])("throws at a name that its view doesn't have: %s", (text) => {
    expect(() => render(text, { list: [{ other: a }] })).toThrow(TemplateError);
  });

  it.each(["{{{name}}}", "{{&name}}", "{{~{name}}}", "{{~&name}}", "{{{{raw}}}}{{name}}{{{{/raw}}}}"])(
    "is refused when it writes what isn't escaped: %s",
    (text) => {
      expect(() => render(text, { name: a })).toThrow(/refused/);
      expect(() => render("{{> part}}", { name: a }, { _part: text })).toThrow(/refused/);
    },
  );

  it.each([
    "{{#if name}}x{{/if}}",
    "{{#unless name}}x{{/unless}}",
    "{{#each list}}x{{/each}}",
    "{{#with name}}x{{/with}}",
    "{{lookup list 0}}",
    "{{log name}}",
    "{{helperMissing name}}",
    "{{#blockHelperMissing name}}x{{/blockHelperMissing}}",
  ])("has no helper: %s", (text) => {
    expect(() => render(text, { name: a, list: [a] })).toThrow(TemplateError);
  });

  it("says which template is wrong, by name", () => {
    expect(() => render("{{#open}}", { open: true })).toThrow(/^main: /);
    expect(() => createRenderer(new Map())("none", {})).toThrow("none: there is no such template");
  });
});

describe("a view", () => {
  it.each([
    ["text", "/name", { name: "text" }],
    ["a number", "/name", { name: 1 }],
    ["nothing", "/name", { name: undefined }],
    ["null", "/name", { name: null }],
    ["text in a list", "/list/1/name", { list: [{ name: a }, { name: "text" }] }],
    ["a list of texts", "/list/0", { list: ["text"] }],
    ["a function", "/name", { name: () => "text" }],
  ])("holds code and no %s", (_, place, view) => {
    const draw = () => render("x", view as unknown as View);
    expect(draw).toThrow(TemplateError);
    expect(draw).toThrow(new RegExp(`at ${place}$`));
  });

  it("may not pretend to hold code", () => {
    const fake = { toHTML: () => "throw 1", toString: () => "throw 1" };
    expect(() => render("{{name}}", { name: fake as unknown as Code })).toThrow(TemplateError);
  });
});

describe("the built-in templates", () => {
  const folder = new URL("../../../templates/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".hbs"));

  it("are there", () => {
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)("write escaped code alone, and have no logic: %s", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    expect(text).not.toMatch(/\{\{~?[{&]/);
    expect(text).not.toMatch(/\{\{~?[#^]?\s*(?:if|unless|each|with|lookup|log)\b/);
    for (const [tag] of text.matchAll(/\{\{.*?\}\}/g))
      expect(tag).toMatch(/^\{\{[#^/]?[a-zA-Z]+\}\}$|^\{\{> ?[a-z-]+\}\}$/);
  });
});

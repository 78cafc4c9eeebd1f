import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRenderer, TemplateError, type TemplateView } from "../../../../generator/render/template.js";
import type { Code } from "../../../../reader/text/code/code.js";
import { literal } from "../../../../reader/text/code/literal.js";
import { hostileText } from "../../../support/reader/text/code/hostile.js";
import { evaluate } from "../../../support/reader/text/code/typescript-module.js";

const render = (text: string, view: TemplateView, partials: Readonly<Record<string, string>> = {}) =>
  createRenderer(new Map(Object.entries({ ...partials, main: text })))("main", view);
const [a, b] = [literal("a"), literal("b")];

describe("a template", () => {
  it("writes code unchanged", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluate(render("{{text}}", { text: literal(text) }))).toBe(JSON.stringify(text));
      }),
    );
  });

  it("repeats sections, renders inverted sections, and resolves names of outer views", () => {
    const text = "{{#list}}{{name}}{{../sep}}{{/list}}{{^list}}none{{/list}}";
    expect(render(text, { list: [{ name: a }, { name: b }], sep: literal(1) })).toBe('"a"1"b"1');
    expect(render(text, { list: [] })).toBe("none");
    expect(render("{{#yes}}1{{/yes}}{{^yes}}2{{/yes}}{{#no}}3{{/no}}", { yes: true, no: false })).toBe("1");
    expect(render("{{#one}}{{name}}{{/one}}", { one: { name: a } })).toBe('"a"');
    expect(render("{{#list}}{{this}},{{/list}}", { list: [a, b] })).toBe('"a","b",');
  });

  it("resolves shared names; a name of its own view takes precedence", () => {
    const shared = createRenderer(new Map([["main", "{{name}}{{#list}}{{../name}}{{/list}}"]]), { name: a });
    expect(shared("main", { list: [{ x: b }] })).toBe('"a""a"');
    expect(shared("main", { list: [], name: b })).toBe('"b"');
  });

  it("leaves no empty line for a section tag on its own line", () => {
    expect(render("x\n{{#yes}}\n{{name}}\n{{/yes}}\ny\n", { yes: true, name: a })).toBe('x\n"a"\ny\n');
  });

  it("includes partials, which use the same view and are equally strict", () => {
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
  ])("throws for a name that its view doesn't have: %s", (text) => {
    expect(() => render(text, { list: [{ other: a }] })).toThrow(TemplateError);
  });

  it.each(["{{{name}}}", "{{&name}}", "{{~{name}}}", "{{~&name}}", "{{{{raw}}}}{{name}}{{{{/raw}}}}"])(
    "is refused if it writes unescaped text: %s",
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
  ])("has no helpers: %s", (text) => {
    expect(() => render(text, { name: a, list: [a] })).toThrow(TemplateError);
  });

  it("is named in the error if it is wrong", () => {
    expect(() => render("{{#open}}", { open: true })).toThrow(/^main: /);
    expect(() => createRenderer(new Map())("none", {})).toThrow("none: there is no such template");
  });
});

describe("a view", () => {
  it.each([
    ["a string", "/name", { name: "text" }],
    ["a number", "/name", { name: 1 }],
    ["undefined", "/name", { name: undefined }],
    ["null", "/name", { name: null }],
    ["a string in a list", "/list/1/name", { list: [{ name: a }, { name: "text" }] }],
    ["a list of strings", "/list/0", { list: ["text"] }],
    ["a function", "/name", { name: () => "text" }],
  ])("rejects %s", (_, place, view) => {
    const draw = () => render("x", view as unknown as TemplateView);
    expect(draw).toThrow(TemplateError);
    expect(draw).toThrow(new RegExp(`at ${place}$`));
  });

  it("rejects an object that imitates code", () => {
    const fake = { toHTML: () => "throw 1", toString: () => "throw 1" };
    expect(() => render("{{name}}", { name: fake as unknown as Code })).toThrow(TemplateError);
  });
});

describe("the built-in templates", () => {
  const folder = new URL("../../../../templates/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".hbs"));

  it("exist", () => {
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)("write only escaped code and have no logic: %s", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    expect(text).not.toMatch(/\{\{~?[{&]/);
    expect(text).not.toMatch(/\{\{~?[#^]?\s*(?:if|unless|each|with|lookup|log)\b/);
    for (const [tag] of text.matchAll(/\{\{.*?\}\}/g))
      expect(tag).toMatch(/^\{\{[#^/]?[a-zA-Z]+\}\}$|^\{\{> ?[a-z-]+\}\}$/);
  });
});

import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { html, Markup } from "../../../reader/text/html.js";
import { printable } from "../../../reader/text/printable.js";

/** Text, attributes and element names of a fragment, which must be well-formed. */
function parsed(fragment: string): { text: string; attributes: string[]; names: string[] } {
  const parser = new SaxesParser({ fragment: true });
  const found = { text: "", attributes: [] as string[], names: [] as string[] };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (text) => {
    found.text += text;
  });
  parser.on("opentag", ({ name, attributes }) => {
    found.names.push(name);
    found.attributes.push(...Object.values(attributes));
  });
  parser.write(fragment).close();
  return found;
}

describe("an HTML template", () => {
  it("escapes its values in content and in single-quoted and double-quoted attributes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { text: fragment } = html`<p title="${text}" lang='${text}'>${text}</p>`;
        const shown = text.split("\n").map(printable).join("\n");
        const { names, text: content, attributes } = parsed(fragment);
        expect(names).toEqual(["p"]);
        expect(content).toBe(shown);
        expect(attributes).toEqual([shown.replaceAll("\n", " "), shown.replaceAll("\n", " ")]);
      }),
    );
  });

  it("inserts markup, lists of it and numbers unchanged, and nothing for undefined", () => {
    const items = ["a&b", 2, undefined, new Markup("<br/>"), [html`<i>${"<"}</i>`]];
    expect(html`<p>${items}</p>`.text).toBe("<p>a&amp;b2<br/><i>&lt;</i></p>");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../reader/text/html.js";
import { json, printableJson } from "../../../reader/text/json.js";
import { markdownCode, markdownText } from "../../../reader/text/markdown.js";
import {
  printable,
  printableLines,
  terminalText,
  unprintable,
  withoutUnprintable,
} from "../../../reader/text/printable.js";
import { workflowCommand } from "../../../reader/text/workflow-command.js";
import { xml } from "../../../reader/text/xml.js";
import {
  printableJson as runtimeJson,
  unprintable as runtimeUnprintable,
} from "../../../runtime/unprintable.js";
import { runnerCommand, unsafe } from "../../support/reader/text/output-characters.js";

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom("::error::x", "\n", " \t::", "##[error]", "##vso[x]", "\u001b[2J", "\u009b", "\u0085"),
      fc.constantFrom("\u2028", "\u2029", "\u202e", "\u2066", "\r", "\u0000", "\ud800", "\u{e0041}", "a"),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** Each function through which text from outside leaves the toolkit. */
const sinks: Readonly<Record<string, (text: string) => string>> = {
  printable,
  printableLines,
  html: (text) => html`<p title="${text}">${text}</p>`.text,
  json: (text) => json({ [text]: text }),
  "indented json": (text) => json([text, { [text]: text }], 2),
  xml,
  markdownText,
  markdownCode,
  "runtime's JSON": (text) => runtimeJson(JSON.stringify([text])),
};

describe.each(Object.entries(sinks))("%s", (_name, sink) => {
  it("lets no character control a terminal, and no line command a runner", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sink(text)).not.toMatch(unsafe);
        expect(sink(text)).not.toMatch(runnerCommand);
      }),
    );
  });
});

describe("terminalText", () => {
  it("keeps line feeds and tabs, and nothing else that isn't printable", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = terminalText(text);
        expect(shown.replaceAll("\t", "")).not.toMatch(unsafe);
        expect(shown).not.toMatch(runnerCommand);
        expect(shown.split("\n")).toHaveLength(text.split("\n").length);
        expect(terminalText(shown)).toBe(shown);
      }),
    );
    expect(terminalText("a\n\tb — ä 日本 👩‍💻".replace("\u200d", ""))).toBe("a\n\tb — ä 日本 👩💻");
  });
});

describe("printable", () => {
  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });
});

describe("JSON text", () => {
  it("is the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), hostile, (value, text) => {
        const both = [value, text];
        const wanted: unknown = JSON.parse(JSON.stringify(both));
        expect(JSON.parse(json(both))).toEqual(wanted);
        expect(JSON.parse(json(both, 2))).toEqual(wanted);
        expect(JSON.parse(printableJson(`\t\r\n${JSON.stringify(both)}`))).toEqual(wanted);
        expect(JSON.parse(runtimeJson(JSON.stringify(both)))).toEqual(wanted);
      }),
    );
  });
});

describe("printable JSON", () => {
  it("escapes every unprintable character, alone and in a text", () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code !== 10 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      .filter((character) => character.search(unprintable) === 0);
    expect(all.length).toBeGreaterThan(200);
    for (const character of all) expect(printableJson(`"§${character}"`).search(unprintable)).toBe(-1);
  });
});

describe("a workflow command", () => {
  it("is one line, and none of the lines that the runner prints is a command", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const command = workflowCommand({ name: "error", properties: { title: text }, text });
        const [, properties, message = ""] = /^::error ([^\n]*?)::([^\n]*)\n$/.exec(command) ?? [];
        expect(properties?.split(",")).toHaveLength(1);
        const shown = message.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
        expect(shown).not.toMatch(unsafe);
        expect(shown).not.toMatch(runnerCommand);
      }),
    );
  });
});

describe("the characters that aren't printable", () => {
  it("are the same in the runtime, which can't import the toolkit", () => {
    expect([runtimeUnprintable.source, runtimeUnprintable.flags]).toEqual([
      unprintable.source,
      unprintable.flags,
    ]);
  });

  it("are removed from prose, except the joiners of scripts and emoji", () => {
    expect(withoutUnprintable("a\u001b\u202eb\n\tک\u200cم 👩\u200d💻\u2028")).toBe(
      "ab\n\tک\u200cم 👩\u200d💻",
    );
  });
});

import { describe, expect, it } from "vitest";
import { parseText } from "../../../reader/documents/parse-text.js";

function helpFor(path: string, text: string): { at: string; said: string } {
  const [problem] = parseText(path, text).problems;
  if (problem === undefined) throw new Error("the text has no problem");
  const { range, message, hint } = problem;
  return { at: `${range.line}:${range.column}`, said: `${message}. ${hint}` };
}

describe("help for YAML that doesn't parse", () => {
  it.each([
    ["an open list at the end", "a: 1\nb: 2\nc: 3\ntags: [\n", "4:8", "Close the [ of line 4."],
    ["an open map before another key", "a: 1\ninfo: { x: 1\npaths: {}\n", "3:1", "Close the { of line 2"],
    ["a map in an open list", "a: [ 1,\n  { b: 2\n", "2:9", "Close the { of line 2 and the [ of line 1."],
    ["the wrong bracket", "a:\n  b: [1, 2}\n", "2:11", "Close the [ of line 2 before this."],
    ["an inner bracket", "a: {b: [1, {c: 2], d: 3}\n", "1:17", "the `{` of line 1 isn't closed"],
    ["a bracket in a text before", "a: '['\nb: |\n  {\nc: {d: 1\n", "4:9", "Close the { of line 4."],
    ["a bracket in a comment", "a: [1] # [\nb: [\n", "2:5", "Close the [ of line 2."],
    ["a closing bracket that isn't indented", "a:\n  b: [\n    c\n]\n", "4:1", "indent this line"],
    ["a bracket too many", "a: [1]]\n", "1:7", "this `]` closes nothing"],
    ["an open double quote", 'a: 1\nb: "text\nc: 2\n', "2:4", 'Close the " of line 2.'],
    ["an open single quote", "a: 'x'\nb: 'text\nc: 2\n", "2:4", "Close the ' of line 2."],
    ["a quote in quotes", "a: 'it's'\n", "1:8", "the quotes end before the value does. Write a quote inside"],
    ["a tab", "a:\n\tb: 1\n", "2:1", "Replace the tab by spaces."],
    ["a tab in a list", "a: [\n\tb ]\n", "2:2", "with spaces instead of a tab"],
    ["a key without a colon", "a: 1\ninfo\n  title: x\n", "2:1", "Put a colon and a space after the key."],
    ["a last key without a colon", "a:\n  b: 1\n  c\n", "3:3", "Put a colon and a space after the key."],
    ["a colon without a space", "a:1\nb: 2\n", "1:1", "Put a space after the colon of `a:`."],
    ["a colon in a text", "title: a: b\n", "1:8", "Put a value that contains a colon and a space in quotes."],
    ["a reserved character", "a: @foo\n", "1:4", "Put it in quotes"],
    ["a star", "a: *.txt\n", "1:4", "A text that starts with `*` needs quotes."],
    ["an exclamation mark", "a: !foo\n", "1:4", "A text that starts with `!` needs quotes."],
    [
      "a backslash",
      'a: "C:\\data"\n',
      "1:7",
      "Write a backslash as `\\\\`, or put the text in single quotes.",
    ],
    [
      "a missing comma",
      "a: {b: 1 c: 2}\n",
      "1:8",
      "a comma is missing between the entries of the { of line 1",
    ],
    ["a comma without an entry", "a: {b: 1, , c: 2}\n", "1:11", "Remove the comma"],
    ["a template", "a: {{x}}\n", "1:5", "A value that starts with `{` or `[` needs quotes"],
    ["a line indented too little", "a:\n   b: 1\n  c: 2\n", "3:1", "Indent this line like the others"],
    ["a list and a map", "- a\nb: 1\n", "2:1", "use either `- item` or `key: value`"],
  ])("names the place and the remedy of %s", (_, text, at, said) => {
    const help = helpFor("a.yaml", text);
    expect(help.said).toContain(said);
    expect(help.at).toBe(at);
  });
});

describe("help for JSON that doesn't parse", () => {
  it.each([
    ["an open object", '{"a": {"b": 1}\n', "1:15", "Close the { of line 1."],
    ["an open list", '{\n"a": [1, 2\n}', "3:1", "the [ of line 2 isn't closed before this `}`"],
    [
      "several open brackets",
      '{\n"a": [\n{"b": 1\n',
      "3:8",
      "Close the { of line 3 and the [ of line 2 and the { of line 1.",
    ],
    ["a bracket in a text", '{"a": "]", "b": [1\n', "1:19", "Close the [ of line 1 and the { of line 1."],
    ["a missing comma", '{\n "a": 1\n "b": 2\n}', "3:2", "a comma is missing before this"],
    ["a trailing comma", '{"a": 1,}', "1:9", "Remove the comma before this."],
    ["two commas", "[1,,2]", "1:4", "a comma without an entry before it"],
    ["a missing colon", '{"a" 1}', "1:6", "a colon is missing before this"],
    ["a missing value", '{"a": }', "1:7", "a value is missing here"],
    ["single quotes", "{'a': 1}", "1:2", "double quotes"],
    ["typographic quotes", "{“a”: 1}", "1:2", "double quotes"],
    ["a name without quotes", "{a: 1}", "1:2", "double quotes"],
    ["a capital", '{"a": True}', "1:7", "Write `true`."],
    ["an open text", '{"a": "x\n}', "1:7", 'Close the " of line 1'],
    ["a wrong escape", '{"a": "\\d"}', "1:7", "Write a backslash as `\\\\`."],
    ["a comment", "// x\n{}", "1:1", "JSON has no comments"],
    ["a zero", '{"a": 01}', "1:8", "a number can't start with 0"],
    ["YAML", "openapi: 3.1.0\n", "1:1", "isn't JSON"],
    ["nothing", "", "1:1", "the file is empty"],
    ["a bracket too many", '{"a":1}}', "1:8", "this `}` closes nothing"],
  ])("names the place and the remedy of %s", (_, text, at, said) => {
    const help = helpFor("a.json", text);
    expect(help.said).toContain(said);
    expect(help.at).toBe(at);
  });
});

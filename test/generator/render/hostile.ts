import fc from "fast-check";

const fragments = [
  "*/",
  "/*",
  "*",
  "/",
  "\\",
  "`",
  "${",
  "}",
  "'",
  '"',
  "//",
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u0000",
  "\u0001",
  "\u000b",
  "\u007f",
  "\ufeff",
  "\ud800",
  "\ufffd",
  "\udc00",
  "😀",
  "</script>",
  "<!--",
  "-->",
  "{{",
  "}}",
  "{{{",
  "__proto__",
  "constructor",
  "@deprecated",
  "{@link x}",
  " ",
  "a",
  "eval(1)",
  "process.exit(1)",
  "\\u002a/",
  "\\x2a/",
  "&lt;",
  "|",
  "#",
  "[",
  "](",
  "!",
  "~~~",
  "```",
  "---",
  "<img src=x onerror=alert(1)>",
  "<a",
  ">",
];

/** Text that tries to get out of a string, a comment, an identifier, a template or Markdown. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** JSON data whose keys and texts are hostile. */
export const hostileData: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      hostileText,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileText, tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

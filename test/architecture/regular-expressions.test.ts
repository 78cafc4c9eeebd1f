import { expect, it } from "vitest";
import { judge, literalsIn } from "../support/architecture/regular-expressions.js";
import { sourcesIn } from "../support/architecture/sources.js";
import { uncheckedExpressions } from "../support/architecture/unchecked-expressions.js";

const rooms = ["cli", "commands", "delivery", "examples", "generator", "platform", "reader", "runtime"];
const product = sourcesIn(...rooms, "templates").filter(
  ({ path }) => !/(?:^|\/)generated\/|\/vite\.config\./.test(path),
);
const literals = literalsIn(product);

/** Milliseconds after which the check hangs, also on a machine that does much else: it takes half a minute on an idle one. */
const timeout = 900_000;

it("takes linear time for any text, by each regular expression of the product", { timeout }, () => {
  const checked = literals.filter(
    ({ text }) => !uncheckedExpressions.some(([start]) => text.startsWith(start)),
  );
  expect(checked.length).toBeGreaterThan(500);
  const found = checked.flatMap((literal) => {
    const verdict = judge(literal);
    if (verdict === "linear") return [];
    return [`${verdict}: ${literal.text} at ${literal.places.join(", ")}`];
  });
  // Write it so that each character is read once, or as a loop; or say in unchecked-expressions.ts why no text keeps it busy.
  expect(found).toEqual([]);
});

it("leaves out only expressions that there are", () => {
  const unknown = uncheckedExpressions.filter(
    ([start]) => !literals.some(({ text }) => text.startsWith(start)),
  );
  expect(unknown).toEqual([]);
});

it.each([
  ["a run at the end", "\\/+$"],
  ["a part that starts again", '"(?:[^"\\\\]|\\\\.)*"'],
  ["a part between two runs", "(\\p{Lu}+)(\\p{Lu}\\p{Ll})"],
  ["nested repetitions", "^(?:a+)+$"],
])("finds %s", (_, source) => {
  expect(judge({ source, flags: "u" })).toBe("slow");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cyclesIn } from "../support/architecture/cycles.js";
import { sources } from "../support/architecture/sources.js";

describe("imports between files, including type imports", () => {
  it("form no cycles", () => {
    const graph = new Map(
      sources.map(({ path, imports }) => [path, imports.flatMap(({ to, own }) => (own ? [to] : []))]),
    );
    expect(graph.get("runtime/webhook/receiver.ts")).toContain("runtime/ports/answer.ts");
    expect(cyclesIn(graph).map((way) => way.join(" -> "))).toEqual([]);
  });
});

describe("the search for cycles", () => {
  const toGraph = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges));

  it.each([
    ["none", { a: ["b", "c"], b: ["c"], c: [] }, []],
    ["a file that imports itself", { a: ["a"] }, ["a a"]],
    ["two files", { a: ["b"], b: ["a"] }, ["a b a"]],
    ["the shortest of several cycles", { a: ["b", "c"], b: ["c"], c: ["a"] }, ["a c a"]],
    ["two separate cycles", { a: ["b"], b: ["a", "c"], c: ["d"], d: ["e"], e: ["c"] }, ["a b a", "c d e c"]],
  ])("finds %s", (_, edges, ways) => {
    expect(cyclesIn(toGraph(edges)).map((way) => way.join(" "))).toEqual(ways);
  });

  it("finds no cycle in an acyclic graph, and finds the one that an added edge closes", () => {
    const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 30 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const graph = new Map(Array.from({ length: 10 }, (_, node) => [String(node), [] as string[]]));
        for (const [a, b] of pairs) if (a !== b) graph.get(String(Math.max(a, b)))?.push(`${Math.min(a, b)}`);
        expect(cyclesIn(graph)).toEqual([]);
        const [highest = "9", lowest] = ["9", graph.get("9")?.[0]];
        if (lowest === undefined) return;
        graph.get(lowest)?.push(highest);
        expect(cyclesIn(graph)).toContainEqual([lowest, highest, lowest]);
      }),
    );
  });
});

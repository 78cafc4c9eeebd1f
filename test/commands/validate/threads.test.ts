import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { FromThread, ThreadChannel } from "../../../commands/validate/threads/worker-pool.js";
import { startSimulated } from "../../support/commands/validate/simulated-thread.js";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, type RunOptions } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

/** Starts all threads from the first byte, with units of a few bytes. */
function dependencies(unitBytes: number): NonNullable<RunOptions["dependencies"]> {
  return { unitBytes, smallInput: 1, start: startSimulated };
}

const line = fc.oneof(
  fc.string({ maxLength: 30 }).map((text) => JSON.stringify(item("1", { text }))),
  fc.string({ maxLength: 30 }).map((text) => JSON.stringify({ kind: "item.changed", text })),
  fc.constantFrom("", " ", "\r", "{", '{"kind":"other"}', '"ä€😀"', `{"big":"${"x".repeat(300)}"}`),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ""));

describe("the number of threads and the size of units don't change", () => {
  test("the findings of an NDJSON file, plain, compressed or piped", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 2, max: 4 }),
        async (content, unitBytes, jobs) => {
          fc.pre(content !== "");
          workspace.write({ "a.ndjson": content, "b.ndjson.gz": gzipSync(content) });
          const args = ["--max-line", "250", "--sequence"];
          const inputs = ["a.ndjson", "b.ndjson.gz"];
          const expected = await workspace.findings([...inputs, ...args, "--jobs", "1"]);
          const many = [...args, "--jobs", String(jobs)];
          expect(
            await workspace.findings([...inputs, ...many], { dependencies: dependencies(unitBytes) }),
          ).toEqual(expected);
          const piped = await workspace.findings(["-", "--input", "ndjson", ...many], {
            stdin: [Buffer.from(content)],
            dependencies: dependencies(unitBytes),
          });
          const alone = await workspace.findings(["a.ndjson", ...args, "--jobs", "1"]);
          expect(piped.map(({ line, column, code }) => [line, column, code])).toEqual(
            alone.map(({ line, column, code }) => [line, column, code]),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  test("the findings of many JSON files, in every format", async () => {
    const files = Object.fromEntries(
      [...Array(150).keys()].map((n) => [
        `many/${String(n).padStart(3, "0")}.json`,
        n % 3 === 0 ? JSON.stringify({ kind: "item.changed", n }) : JSON.stringify(item(String(n))),
      ]),
    );
    workspace.write(files);
    for (const format of ["pretty", "json", "junit", "sarif", "github", "gitlab"]) {
      const args = ["many", "--format", format];
      const expected = await workspace.run([...args, "--jobs", "1"]);
      const result = await workspace.run([...args, "--jobs", "3"], { dependencies: dependencies(2000) });
      expect(result.out).toBe(expected.out);
      expect(result.code).toBe(1);
    }
  });

  test("the findings before --fail-fast stops", async () => {
    const lines = [...Array(200).keys()].map((n) =>
      JSON.stringify(n < 120 ? item(String(n)) : { kind: "item.changed", count: "x" }),
    );
    workspace.write({ "a.ndjson": lines.join("\n") });
    for (const jobs of ["1", "4"]) {
      const found = await workspace.findings(["a.ndjson", "--fail-fast", "--jobs", jobs], {
        dependencies: dependencies(500),
      });
      expect(found.map(({ line, code }) => [line, code])).toEqual([
        [121, "required"],
        [121, "type"],
      ]);
    }
  });
});

describe("threads", () => {
  const lines = `${JSON.stringify(item("1"))}\n`.repeat(500);

  /** Starts threads that give the test's answers. */
  function scripted(answer: (id: number) => FromThread | undefined) {
    let ended = 0;
    const start = (): ThreadChannel => {
      let listener: (message: FromThread) => void = () => {};
      return {
        postMessage: (message) => {
          const reply = answer((message as { id: number }).id);
          if (reply) setImmediate(() => listener(reply));
        },
        on: (event: "message" | "error", given: (value: never) => void) => {
          if (event !== "message") return;
          listener = given as typeof listener;
          setImmediate(() => listener({ kind: "ready" }));
        },
        terminate: async () => {
          ended++;
        },
      } as ThreadChannel;
    };
    return { start, ended: () => ended };
  }

  test("rejects with the message of a thread that fails, and terminates every thread", async () => {
    workspace.write({ "a.ndjson": lines });
    const { start, ended } = scripted((id) => ({ kind: "failed", id, message: "out of memory" }));
    const run = workspace.run(["a.ndjson", "--jobs", "3"], {
      dependencies: { unitBytes: 100, smallInput: 1, start },
    });
    await expect(run).rejects.toThrow("out of memory");
    expect(ended()).toBe(2);
  });

  test("hands out no more units than may wait for the first one", async () => {
    workspace.write({ "a.ndjson": lines });
    const asked: number[] = [];
    const stop = new AbortController();
    const { start } = scripted((id) => {
      asked.push(id);
      // Never answers: within these turns, the main thread hands out all the units that it may.
      let turns = 100;
      const turn = (): unknown => (turns-- > 0 ? setImmediate(turn) : stop.abort());
      if (id === 1) turn();
      return undefined;
    });
    const { code, err } = await workspace.run(["a.ndjson", "--jobs", "2"], {
      dependencies: { unitBytes: 100, smallInput: 1, start },
      signal: stop.signal,
    });
    expect(asked).toEqual([0, 1]);
    expect(code).toBe(2);
    expect(err).toContain("stopped early");
  });

  test("aren't started for small input", async () => {
    workspace.write({ "a.ndjson": lines });
    const start = (): never => {
      throw new Error("started");
    };
    const { code } = await workspace.run(["a.ndjson", "--jobs", "8"], { dependencies: { start } });
    expect(code).toBe(0);
  });
});

import { afterAll, describe, expect, test } from "vitest";
import { item } from "../../documents/stand-in.js";
import { createWorkspace } from "../../documents/workspace.js";

const good = JSON.stringify(item("1"));
const bad = '{"kind":"item.changed","count":"x"}';

const workspace = createWorkspace({
  "good.json": good,
  "bad.ndjson": `${good}\n${bad}\n${bad}\n${bad}\n`,
  "worse.ndjson": `${bad}\n`.repeat(300),
});
afterAll(() => workspace.remove());

test("exit codes: 0 clean, 1 findings; the summary is on standard error", async () => {
  expect(await workspace.run(["good.json"])).toEqual({
    code: 0,
    out: "",
    err: "0 findings in 1 file, 1 document (0.0 s)\n",
  });
  const { code, err } = await workspace.run(["bad.ndjson"]);
  expect({ code, err }).toEqual({ code: 1, err: "6 findings in 1 file, 4 documents (0.0 s)\n" });
});

test.each([
  [["good.json", "--frobnicate"], "--frobnicate"],
  [["good.json", "--format", "html"], "--format must be one of"],
  [["good.json", "--input", "xml"], "--input must be json or ndjson"],
  [["good.json", "--jobs", "0"], "--jobs must be a whole number of 1 or more"],
  [["good.json", "--jobs", "two"], "--jobs must be a whole number of 1 or more"],
  [["good.json", "--max-findings", "-1"], "--max-findings"],
  [["good.json", "--max-findings=1.5"], "--max-findings must be a whole number of 1 or more"],
  [["good.json", "--max-line", "1e3"], "--max-line must be a whole number of 1 or more"],
  [["good.json", "--as", "colour", "--schema", "s.json"], "use either --as or --schema, not both"],
  [["good.json", "--validators", "x", "--schema", "s.json"], ", not both"],
  [["good.json", "--sequence", "--schema", "s.json"], ", not both"],
  [["good.json", "--all", "--first"], ", not both"],
  [["good.json", "--write-baseline"], "needs --baseline"],
  [["good.json", "--baseline", "b.json", "--write-baseline", "--fail-fast"], ", not both"],
  [["good.json", "--baseline", "b.json", "--write-baseline", "--max-findings", "1"], ", not both"],
])("%j can't be understood: exit 2, nothing on standard output", async (args, message) => {
  const { code, out, err } = await workspace.run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(message);
});

test("--help lists the options", async () => {
  const { code, out } = await workspace.run(["--help"]);
  expect(code).toBe(0);
  for (const flag of ["--as", "--schema", "--sequence", "--baseline", "--format", "-o"])
    expect(out).toContain(flag);
});

describe("how much is shown", () => {
  test("--first gives one finding a document", async () => {
    const found = await workspace.findings(["bad.ndjson", "--first"]);
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual([
      "2 required",
      "3 required",
      "4 required",
    ]);
  });

  test("--fail-fast stops behind the first document with findings", async () => {
    const found = await workspace.findings(["bad.ndjson", "worse.ndjson", "--fail-fast"]);
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual(["2 required", "2 type"]);
  });

  test("--max-findings shows no more, and says how many there are", async () => {
    const { out, err } = await workspace.run(["bad.ndjson", "--max-findings", "3"]);
    expect(out.match(/\^/g)?.length).toBeGreaterThan(0);
    expect(out).toContain("… and 3 more");
    expect(err).toContain("6 findings in 1 file, 4 documents; 3 findings not shown");
    const json = JSON.parse(
      (await workspace.run(["bad.ndjson", "--max-findings", "3", "--format", "json"])).out,
    );
    expect(json.findings).toHaveLength(3);
    expect(json.summary).toMatchObject({ findings: 6, leftOut: 3 });
  });

  test("people are shown 200 findings, machines all", async () => {
    expect((await workspace.run(["worse.ndjson"])).out).toContain("… and 400 more");
    expect(await workspace.findings(["worse.ndjson"])).toHaveLength(600);
  });
});

describe("an early end", () => {
  test("Ctrl-C: what was found until then, a note, and exit 1", async () => {
    const ending = new AbortController();
    const endless = async function* () {
      yield Buffer.from(`${bad}\n`.repeat(100));
      // Never brings more; only the signal ends the wait.
      await new Promise(() => {});
    };
    const { code, out, err } = await workspace.run(["-", "--input", "ndjson"], {
      stdin: endless(),
      signal: ending.signal,
      onOut: () => ending.abort(),
      dependencies: { unitBytes: 1000 },
    });
    expect(code).toBe(1);
    expect(out).toContain("<stdin>:1:1 required");
    expect(out).toContain("The run stopped early");
    expect(err).toContain("stopped early");
  });

  test("Ctrl-C before anything was found: exit 2, and reports that are whole", async () => {
    for (const format of ["json", "sarif", "gitlab"]) {
      const { code, out } = await workspace.run(["good.json", "--format", format], {
        signal: AbortSignal.abort(),
      });
      expect(code).toBe(2);
      JSON.parse(out);
    }
  });

  test("a baseline isn't written, and none of its entries called stale", async () => {
    const signal = AbortSignal.abort();
    await workspace.run(["bad.ndjson", "--baseline", "cut.json", "--write-baseline"], { signal });
    expect(() => workspace.read("cut.json")).toThrow();
    await workspace.run(["bad.ndjson", "--baseline", "whole.json", "--write-baseline"]);
    expect(await workspace.findings(["bad.ndjson", "--baseline", "whole.json"], { signal })).toEqual([]);
  });

  test("a reader of standard output that goes away ends the run without a word", async () => {
    const closed = new AbortController();
    const { code, out, err } = await workspace.run(["worse.ndjson", "--format", "ndjson"], {
      outClosed: closed.signal,
      onOut: () => closed.abort(),
      dependencies: { unitBytes: 200 },
    });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out.split("\n").length).toBeLessThan(50);
  });
});

describe("progress", () => {
  const clock = () => {
    let now = 0;
    return () => (now += 1000);
  };

  test("is drawn on standard error of a terminal for large input, and taken away at the end", async () => {
    const { out, err } = await workspace.run(["worse.ndjson", "--jobs", "1", "-o", "report.txt"], {
      isTerminal: { out: true, err: true },
      now: clock(),
      dependencies: { unitBytes: 2000, smallInput: 1 },
    });
    expect(out).toBe("");
    const drawn = err.split("\r\u001b[K");
    expect(drawn[1]).toMatch(/^\[#+-+\] +\d+% \d+ MB, \d+ documents, \d+ findings$/);
    expect(drawn.at(-1)).toMatch(
      /^600 findings in 1 file, 300 documents; 400 findings not shown \(\d+\.\d s\)\n$/,
    );
  });

  test("isn't drawn where nobody looks", async () => {
    const { err } = await workspace.run(["worse.ndjson", "--jobs", "1"], {
      now: clock(),
      dependencies: { unitBytes: 2000, smallInput: 1 },
    });
    expect(err).not.toContain("\r");
  });
});

import { afterAll, describe, expect, test } from "vitest";
import { item } from "../../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../../support/commands/validate/workspace.js";

const good = JSON.stringify(item("1"));
const bad = '{"kind":"item.changed","count":"x"}';

const workspace = createWorkspace({
  "good.json": good,
  "bad.ndjson": `${good}\n${bad}\n${bad}\n${bad}\n`,
  "worse.ndjson": `${bad}\n`.repeat(300),
});
afterAll(() => workspace.remove());

test("exits with 0 if clean and with 1 on findings; prints the summary on standard error", async () => {
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
])("exits with 2 and prints nothing on standard output: %j", async (args, message) => {
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

describe("limits on findings", () => {
  test("--first reports one finding per document", async () => {
    const found = await workspace.findings(["bad.ndjson", "--first"]);
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual([
      "2 required",
      "3 required",
      "4 required",
    ]);
  });

  test("--fail-fast stops after the first document with findings", async () => {
    const found = await workspace.findings(["bad.ndjson", "worse.ndjson", "--fail-fast"]);
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual(["2 required", "2 type"]);
  });

  test("--max-findings limits the findings shown, and says how many there are", async () => {
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

  test("shows 200 findings in the pretty format, and all in other formats", async () => {
    expect((await workspace.run(["worse.ndjson"])).out).toContain("… and 400 more");
    expect(await workspace.findings(["worse.ndjson"])).toHaveLength(600);
  });
});

describe("an interrupted run", () => {
  test("reports what it found on Ctrl-C, with a note, and exits with 1", async () => {
    const ending = new AbortController();
    const endless = async function* () {
      yield Buffer.from(`${bad}\n`.repeat(100));
      // Never yields more: only the signal ends the wait.
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

  test("exits with 2 on Ctrl-C before a finding, and still writes complete reports", async () => {
    for (const format of ["json", "sarif", "gitlab"]) {
      const { code, out } = await workspace.run(["good.json", "--format", format], {
        signal: AbortSignal.abort(),
      });
      expect(code).toBe(2);
      JSON.parse(out);
    }
  });

  test("writes no baseline, and reports none of its entries as stale", async () => {
    const signal = AbortSignal.abort();
    await workspace.run(["bad.ndjson", "--baseline", "cut.json", "--write-baseline"], { signal });
    expect(() => workspace.read("cut.json")).toThrow();
    await workspace.run(["bad.ndjson", "--baseline", "whole.json", "--write-baseline"]);
    expect(await workspace.findings(["bad.ndjson", "--baseline", "whole.json"], { signal })).toEqual([]);
  });

  test("ends silently when the reader of standard output closes it", async () => {
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

  test("is drawn on the terminal's standard error for large input, and removed at the end", async () => {
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

  test("isn't drawn if standard error isn't a terminal", async () => {
    const { err } = await workspace.run(["worse.ndjson", "--jobs", "1"], {
      now: clock(),
      dependencies: { unitBytes: 2000, smallInput: 1 },
    });
    expect(err).not.toContain("\r");
  });
});

import { afterAll, describe, expect, test } from "vitest";
import {
  createReporter,
  DocumentsError,
  type Finding,
  formats,
  validateDocuments,
} from "../../../commands/validate/index.js";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const good = JSON.stringify(item("1"));
const bad = JSON.stringify({ ...item("2"), count: "x" });

const workspace = createWorkspace({
  "in/good.json": good,
  "in/lines.ndjson": `${good}\n${bad}\n${bad}\n`,
  "s.json": '{ "type": "object", "required": ["number"] }',
  "not-a-schema.json": "{",
});
afterAll(() => workspace.remove());

const base = { cwd: workspace.path, inputs: ["in"], validators: "generated", jobs: 1 };

/** Rejects with the error that a call throws. */
const failure = (options: Parameters<typeof validateDocuments>[0]): Promise<unknown> =>
  validateDocuments(options).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("validateDocuments", () => {
  test("reports each finding in order and resolves with counts", async () => {
    const findings: Finding[] = [];
    const summary = await validateDocuments(base, { onFinding: (finding) => void findings.push(finding) });
    expect(findings.map(({ file, line, pointer }) => `${file}:${line} ${pointer}`)).toEqual([
      "in/lines.ndjson:2 /count",
      "in/lines.ndjson:3 /count",
    ]);
    expect(summary).toEqual({
      files: 2,
      documents: 4,
      findings: 2,
      warnings: 0,
      leftOut: 0,
      known: 0,
      interrupted: false,
    });
  });

  test("waits for a hook before it continues", async () => {
    const order: string[] = [];
    await validateDocuments(base, {
      onFinding: async ({ line }) => {
        order.push(`start ${line}`);
        await new Promise((turn) => setImmediate(turn));
        order.push(`end ${line}`);
      },
    });
    expect(order).toEqual(["start 2", "end 2", "start 3", "end 3"]);
  });

  test("rejects with the error that a hook throws", async () => {
    const full = new Error("the disk is full");
    const run = validateDocuments(base, {
      onFinding: () => {
        throw full;
      },
    });
    await expect(run).rejects.toBe(full);
  });

  test("reads a stream given as `stdin`", async () => {
    const summary = await validateDocuments({
      ...base,
      inputs: ["-"],
      layout: "ndjson",
      async *stdin() {
        yield Buffer.from(`${good}\n${bad}`);
      },
    });
    expect(summary).toMatchObject({ documents: 2, findings: 1 });
  });

  test("reports progress", async () => {
    const seen: number[] = [];
    await validateDocuments(base, { onProgress: ({ documents }) => void seen.push(documents) });
    expect(seen.at(-1)).toBe(4);
  });

  test("stops when it is aborted, and reports the interruption", async () => {
    const summary = await validateDocuments({ ...base, signal: AbortSignal.abort() });
    expect(summary).toMatchObject({ documents: 0, interrupted: true });
  });

  test("writes a baseline, and hides its findings in the next run", async () => {
    const known = { ...base, baseline: "known.json" };
    expect(await validateDocuments({ ...known, writeBaseline: true })).toMatchObject({
      known: 2,
      findings: 0,
    });
    expect(await validateDocuments(known)).toMatchObject({ known: 2, findings: 0 });
  });

  test("checks against a schema without generated validators", async () => {
    const { validators: _, ...options } = base;
    expect(await validateDocuments({ ...options, schema: "s.json", all: false })).toMatchObject({
      findings: 4,
    });
  });

  test.each([
    [{ inputs: ["nothing.json"] }, "input-missing", "nothing.json: no such file or folder"],
    [{ validators: "in" }, "validators-missing", "has no validators"],
    [{ validators: undefined }, "validators-missing", "`schema`"],
    [{ as: "colur" }, "subject-unknown", "there is no event or schema `colur`; did you mean `colour`?"],
    [{ schema: "not-a-schema.json" }, "schema-unreadable", "not valid JSON"],
    [{ baseline: "missing.json" }, "baseline-unusable", "missing.json"],
    [{ schema: "s.json", as: "colour" }, "options-conflict", "use either `schema` or `as`"],
    [{ schema: "s.json", sequence: true }, "options-conflict", "`sequence`"],
    [{ writeBaseline: true }, "options-conflict", "`baseline`"],
    [{ baseline: "b.json", writeBaseline: true, failFast: true }, "options-conflict", "`failFast`"],
  ])("rejects with a DocumentsError that has a code: %j", async (change, code, message) => {
    const error = await failure({ ...base, ...change });
    expect(error).toBeInstanceOf(DocumentsError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

test.each(formats)("builds the same %s report from parts as the command prints", async (format) => {
  const report = await createReporter(format, { now: () => 0 });
  let text = report.head();
  const summary = await validateDocuments(base, {
    onPart: (part) => {
      text += report.part(part);
    },
  });
  text += report.tail(summary);
  expect(text).toBe((await workspace.run(["in", "--format", format])).out);
});

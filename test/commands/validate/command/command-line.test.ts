import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { item } from "../../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../../support/commands/validate/workspace.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const cli = join(root, "dist", "cli", "index.js");

const good = JSON.stringify(item("1", { text: "x".repeat(700) }));
const bad = '{"kind":"item.changed","count":"x"}';
const count = 30_000;

const workspace = createWorkspace({
  "small.json": bad,
  "large.ndjson": `${`${good}\n`.repeat(count)}${bad}\n${`${good}\n`.repeat(10)}${bad}`,
});
afterAll(() => workspace.remove());

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Hooks {
  readonly node?: readonly string[];
  readonly input?: string;
  /** Called with the process and the text that it has written so far. */
  onOut?(child: ReturnType<typeof spawn>, out: string): void;
}

function oipkit(args: readonly string[], { node = [], input, onOut }: Hooks = {}): Promise<Run> {
  const child = spawn(process.execPath, [...node, cli, "validate", ...args], {
    cwd: workspace.path,
    stdio: "pipe",
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    onOut?.(child, out);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, err }));
  });
}

test("the command is built", () => {
  expect(existsSync(cli)).toBe(true);
});

describe("the installed command", () => {
  test("checks a large file on several threads and keeps findings in order", async () => {
    const { code, out, err } = await oipkit(["large.ndjson", "--format", "ndjson", "--jobs", "3"]);
    expect(code).toBe(1);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { line: number }).line);
    expect(lines).toEqual([count + 1, count + 1, count + 12, count + 12]);
    expect(err).toContain("4 findings in 1 file, 30,012 documents");
  });

  test("reads standard input on several threads", async () => {
    const { code, err } = await oipkit(["-", "--jobs", "2"], { input: `${`${good}\n`.repeat(count)}${bad}` });
    expect(code).toBe(1);
    expect(err).toContain("2 findings in 1 file, 30,001 documents");
  });

  test("loads no code that reads contracts, and no other report, for one small file", async () => {
    const hook = `import { writeSync } from "node:fs"; export async function load(url, context, next) { writeSync(1, "loaded " + url + "\\n"); return next(url, context); }`;
    const register = `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
    const { code, out } = await oipkit(["small.json"], {
      node: ["--import", `data:text/javascript,${encodeURIComponent(register)}`],
    });
    expect(code).toBe(1);
    const loaded = [...out.matchAll(/^loaded (.*)$/gm)].map(([, url]) => url ?? "");
    expect(loaded.some((url) => url.endsWith("/validators/items.js"))).toBe(true);
    expect(
      loaded.filter((url) =>
        /node_modules|generator\/(?!read\/(?:pointer|pattern|exact-json|exact-number|decimal|parsed-text)|package-(?:root|version))/.test(
          url,
        ),
      ),
    ).toEqual([]);
    expect(
      loaded.filter((url) =>
        /report\/(?:json|junit|sarif|github|gitlab)|threads\/(?:worker\.js|start)|history|baseline|receipt/.test(
          url,
        ),
      ),
    ).toEqual([]);
  });

  test("exits quietly when its reader closes the pipe", async () => {
    workspace.write({ "many.ndjson": `${bad}\n`.repeat(20_000) });
    const { code, err } = await oipkit(["many.ndjson", "--format", "ndjson"], {
      onOut: (child) => child.stdout?.destroy(),
    });
    expect({ code, err }).toEqual({ code: 1, err: "" });
  });

  test("exits cleanly on Ctrl-C and reports what it found", async () => {
    const lines = `${bad}\n`.repeat(60_000);
    let told = false;
    const { code, out, err } = await oipkit(
      ["-", "--input", "ndjson", "--format", "json", "--max-findings", "5"],
      {
        onOut: (child, text) => {
          if (told) return;
          told = text.includes('"required"');
          // Standard input stays open: only the signal ends the run.
          if (told) child.kill("SIGINT");
          else if (text.startsWith("{")) child.stdin?.write(lines);
        },
      },
    );
    expect(code).toBe(1);
    expect(err).toContain("stopped early");
    expect(JSON.parse(out).summary.interrupted).toBe(true);
  });

  test("prints a usage error on one line and exits with 2", async () => {
    expect(await oipkit(["missing.json"])).toEqual({
      code: 2,
      out: "",
      err: "oipkit: missing.json: no such file or folder [input-missing]\n",
    });
  });
});

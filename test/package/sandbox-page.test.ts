// @needs bash, curl
import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { afterThisTest } from "../support/clean-up.js";
import { codeBlocks } from "../support/package/code-blocks.js";
import { folderIn, type Installation } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const installation = inject("installation");

/** What a reader types, and what the page shows below it. */
interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The steps of the page's terminals. A line is typed if it begins like one, or goes on with one that ends with a backslash. */
function pageSteps(page: string): readonly Step[] {
  return codeBlocks("console", [page]).flatMap(({ text }) => {
    const steps: { command: string; shown: string[] }[] = [];
    for (const line of text.trimEnd().split("\n")) {
      const last = steps.at(-1);
      const isTyped = /^(?:npx|set|curl|TOKEN=)/.test(line);
      if (last !== undefined && last.shown.length === 0 && (isTyped || last.command.endsWith("\\")))
        last.command += `\n${line}`;
      else if (isTyped || last === undefined) steps.push({ command: line, shown: [] });
      else last.shown.push(line);
    }
    return steps;
  });
}

/** A shown line as a pattern: ids, figures, and seconds of the time are others each time. */
function toPattern(shown: string): RegExp {
  const escaped = shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const text = escaped
    .replaceAll("…", ".+")
    .replaceAll(/(?<=T\d\d:)\d\d:\d\d\\\.\d+|(?<![\w:])[\d\\.]+(?=[ ,])/g, "[\\d:.]+");
  return new RegExp(`^${text}$`);
}

/** Free ports for those that the page names. */
async function freePorts(): Promise<ReadonlyMap<string, number>> {
  const ports = ["8787", "8080", "8081"].map(async (port) => [port, await freePort()] as const);
  return new Map(await Promise.all(ports));
}

function withPorts(text: string, ports: ReadonlyMap<string, number>): string {
  return text.replaceAll(/\b\d{4}\b/g, (port) => String(ports.get(port) ?? port));
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    }),
  );
}

/** A terminal in a folder with the installed packages. The program itself is run, since npx doesn't forward signals. */
function terminalIn(cwd: string, { project }: Installation) {
  const program = join(project, "node_modules/.bin/oipkit");
  const running = new Map<string, () => Promise<void>>();
  return {
    run: (command: string) => run("bash", ["-c", `npx() { shift; "${program}" "$@"; }; ${command}`], { cwd }),
    /** Runs what doesn't end by itself, in place of what ran under that name, and returns what it has printed when it is ready. */
    async start(name: string, command: string, ready: RegExp): Promise<string> {
      await running.get(name)?.();
      const text = command.replace("npx oipkit", `exec "${program}"`);
      const child = spawn("bash", ["-c", text], { cwd, env: { ...process.env, NO_COLOR: "1" } });
      const ended = new Promise((resolve) => child.once("close", resolve));
      const stop = async () => {
        child.kill();
        await ended;
      };
      running.set(name, stop);
      afterThisTest(stop);
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (piece: string) => {
          printed += piece;
        });
      await expect.poll(() => printed).toMatch(ready);
      // The log isn't shown.
      return printed.replaceAll(/^\{.*\n/gm, "");
    },
  };
}

it("docs/guide/sandbox.md shows what each command prints, as a new user runs it with the installed packages", async () => {
  const terminal = terminalIn(await folderIn(installation, "sandbox-page"), installation);
  const ports = await freePorts();
  const printedBy = async (name: string, command: string): Promise<string> => {
    if (name === "sandbox") {
      const options = `--at 2026-01-05T09:30:00Z --port ${ports.get("8787")}`;
      return terminal.start(name, `${command} ${options}`, /sandbox\.json\n/);
    }
    if (name === "receive") return terminal.start(name, command, /listening on \S+\n/);
    if (name === "listen") return terminal.start(name, command, /types of events .*\n/);
    const { code, stdout, stderr } = await terminal.run(command);
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
    return stdout;
  };
  const names: string[] = [];
  for (const step of pageSteps("docs/guide/sandbox.md")) {
    // A long run of `stress` takes a while.
    const command = withPorts(step.command, ports).replace("--for 1000", "--for 150");
    const [, name = "curl"] = /npx oipkit (sandbox(?: \w+)?|\w+)/.exec(command) ?? [];
    names.push(name);
    const printed = (await printedBy(name, command)).trimEnd().split("\n");
    const patterns = step.shown.map((line) => expect.stringMatching(toPattern(withPorts(line, ports))));
    if (patterns.length > 0) expect(printed, command).toEqual(patterns);
  }
  const stress = "sandbox stress";
  expect(names).toEqual([
    ...["sandbox", "curl", "receive", "listen", "trigger", "sandbox advance", "sandbox advance"],
    ...[stress, "receive", stress, "sandbox rotate"],
  ]);
});

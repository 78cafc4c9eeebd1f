import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expectedOutput, plainOutput } from "./expected-output.js";
import type { TutorialStep } from "./read-tutorial.js";
import { openTerminal, type TutorialTerminal } from "./terminal.js";

/** Where a tutorial is played. */
export interface Stage {
  /** The project's folder. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly isNext: boolean;
  /** Texts of the page, such as a port, and what replaces each here. */
  readonly instead: ReadonlyMap<string, string>;
  /** Installs the newer package. */
  readonly upgrade: () => Promise<void>;
}

/** A tutorial under way. */
export interface Player {
  readonly play: (step: TutorialStep) => Promise<void>;
  /** What the terminals have printed last, for a message about a step that went wrong. */
  readonly terminalTexts: () => string;
  readonly close: () => Promise<void>;
}

/** Ids that a reader copies from the output of a step into a later command. */
const copied = /sub_[a-z0-9]+/g;

const mostMs = 60_000;
/** Characters of a terminal that a failure shows. */
const mostShown = 2_000;

/** Plays the steps of a page in a project, comparing each output with that of the page. */
export function createPlayer({ folder, env, isNext, instead, upgrade }: Stage): Player {
  const terminals = new Map<string, TutorialTerminal>();
  let subscription = "sub_…";

  const here = (text: string): string =>
    [...instead].reduce((result, [from, to]) => result.replaceAll(from, to), text);

  const commandLine = (line: string, more: string): string => {
    const command = here(line).replaceAll("sub_…", subscription);
    return more === "" ? command : `${command} -- ${more}`;
  };

  const terminalNamed = (name: string): TutorialTerminal => {
    const found = terminals.get(name);
    if (found === undefined) throw new Error(`no terminal ${name} is open`);
    return found;
  };

  async function start({ subject, lines }: TutorialStep): Promise<void> {
    const [command = "", ...output] = lines;
    const terminal = openTerminal(commandLine(command, ""), { cwd: folder, env });
    terminals.set(subject, terminal);
    const shown = isNext && subject === "receiver" ? ["… Ready in …"] : output.map(here);
    await terminal.until(expectedOutput(shown));
  }

  async function run({ kind, lines, more }: TutorialStep): Promise<void> {
    const [line = "", ...shown] = lines;
    const command = commandLine(isNext ? requestInstead(line) : line, more);
    const pattern = expectedOutput(shown.map(here));
    const deadline = Date.now() + mostMs;
    for (;;) {
      const output = await readOutput(command);
      const rest = output.replace(pattern, "");
      subscription = output.match(copied)?.[0] ?? subscription;
      if (rest.trim() === "" && (pattern.test(output) || shown.length === 0)) return;
      if (kind === "run" || Date.now() > deadline)
        throw new Error(`\`${command}\` should print\n${shown.join("\n")}\nand prints\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  function readOutput(command: string): Promise<string> {
    return new Promise((resolve) => {
      execFile("/bin/sh", ["-c", command], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (_, out, err) =>
        resolve(plainOutput(out + err.replace(/^\d+ shown;.*\n/m, ""))),
      );
    });
  }

  async function edit({ subject, lines }: TutorialStep): Promise<void> {
    const path = join(folder, subject);
    let text = await readFile(path, "utf8");
    for (const hunk of hunks(lines)) {
      const without = (mark: string) =>
        hunk.filter((line) => !line.startsWith(mark)).map((line) => `${line.slice(1)}\n`);
      const [before, after] = [without("+").join(""), without("-").join("")];
      if (text.split(before).length !== 2) throw new Error(`${subject} doesn't have this once:\n${before}`);
      text = text.replace(before, () => after);
    }
    await writeFile(path, text);
  }

  async function write({ subject, lines }: TutorialStep): Promise<void> {
    await mkdir(dirname(join(folder, subject)), { recursive: true });
    await writeFile(join(folder, subject), `${lines.join("\n")}\n`);
  }

  return {
    async play(step) {
      switch (step.kind) {
        case "start":
          return start(step);
        case "restart":
          await terminalNamed(step.subject).stop();
          return start(step);
        case "see":
          await terminalNamed(step.subject).until(expectedOutput(step.lines));
          return;
        case "run":
        case "until":
          return run(step);
        case "file":
          return write(step);
        case "edit":
          return edit(step);
        case "upgrade":
          return upgrade();
        default:
          throw new Error(`line ${step.line}: there is no kind ${step.kind}`);
      }
    },
    terminalTexts: () =>
      [...terminals].map(([name, { output }]) => `--- ${name}\n${output().slice(-mostShown)}`).join("\n"),
    async close() {
      for (const terminal of [...terminals.values()].reverse()) await terminal.stop();
    },
  };
}

/** The request that takes the place of a program, by the table at the end of the page. */
function requestInstead(command: string): string {
  const plans = "http://127.0.0.1:8080/plans";
  if (command === "node --env-file=.env dist/src/show-plans.js") return `curl -s ${plans}`;
  const [, subscription, plan] =
    /^node --env-file=\.env dist\/src\/change\.js (\S+) (\S+)$/.exec(command) ?? [];
  if (subscription === undefined) return command;
  return `curl -s -X POST "${plans}?subscription=${subscription}&plan=${plan}"`;
}

function hunks(lines: readonly string[]): readonly (readonly string[])[] {
  const result: string[][] = [[]];
  for (const line of lines) {
    if (line === "@@") result.push([]);
    else result.at(-1)?.push(line === "" ? " " : line);
  }
  return result;
}

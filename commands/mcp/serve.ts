import { fileURLToPath } from "node:url";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { packageVersion } from "../../reader/package-version.js";
import { UsageError } from "../options/option.js";
import { describeFailure } from "../terminal/describe-failure.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import type { McpSettings } from "./options.js";
import { keepAnswers } from "./pages.js";
import { type Ran, runCommand } from "./run-command.js";
import { readSandbox, sandboxTool } from "./sandbox-tool.js";
import { type ArgumentSchema, commandTools, type ToolArguments, type ToolTexts } from "./tools.js";

const program = fileURLToPath(new URL("../../cli/index.js", import.meta.url));

const moreTool = {
  name: "more",
  title: "Read another page",
  description: "Reads another page of an answer that had several, by the numbers in its last line.",
  schema: {
    type: "object",
    properties: {
      answer: { type: "integer", minimum: 1, description: "the answer's number" },
      page: { type: "integer", minimum: 1, description: "the page, from 1" },
    },
    required: ["answer", "page"],
    additionalProperties: false,
  } satisfies ArgumentSchema,
};

/** Serves on standard input and output until its input ends. Throws `UsageError` without the protocol's SDK. */
export async function serve(settings: McpSettings, terminal: Terminal): Promise<ExitCode> {
  const sdk = await import("@modelcontextprotocol/server").catch((cause: unknown) => {
    throw new UsageError(
      "oipkit mcp needs the package @modelcontextprotocol/server: npm install --save-dev @modelcontextprotocol/server",
      { cause },
    );
  });
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const version = await packageVersion();
  const ending = new AbortController();
  const { cwd, env } = terminal;
  const limits = { cwd, env, timeoutMs: settings.timeoutMs, signal: ending.signal };
  const create = (): McpServer => {
    const server = new sdk.McpServer({ name: "oipkit", version });
    const answers = keepAnswers();
    const add = (
      { name, title, description, schema }: ToolTexts,
      readOnlyHint: boolean,
      answer: (given: ToolArguments) => Promise<CallToolResult>,
    ): void => {
      const inputSchema = sdk.fromJsonSchema<ToolArguments>(
        schema as Parameters<typeof sdk.fromJsonSchema>[0],
      );
      server.registerTool(name, { title, description, inputSchema, annotations: { readOnlyHint } }, (given) =>
        answer(given).catch((failure: unknown) => refusal(describeFailure(failure, terminal))),
      );
    };
    for (const tool of commandTools.filter(({ writes }) => settings.mayWrite || !writes))
      add(tool, !tool.writes, async (given) => {
        const ran = await runCommand(program, tool.command(given), limits);
        return {
          content: [{ type: "text", text: answers.keep(ranText(ran)) }],
          isError: ran.exitCode === 2 || ran.exitCode === null,
        };
      });
    add(sandboxTool, true, async (given) => ({
      content: [{ type: "text", text: answers.keep(await readSandbox(given, terminal)) }],
    }));
    add(moreTool, true, async ({ answer, page }) => {
      const text = answers.page(Number(answer), Number(page));
      if (text === undefined)
        return refusal("there is no such page, or the answer isn't kept any more: call the tool again");
      return { content: [{ type: "text", text }] };
    });
    return server;
  };
  terminal.takeSignals?.();
  const handle = serveStdio(create, { onerror: ({ message }) => terminal.err(`${message}\n`) });
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    terminal.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  ending.abort();
  await handle.close();
  return 0;
}

/** Characters of an output whose last line is shown first, too. */
const longOutput = 2000;

function refusal(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** What a command said, and how it ended. */
function ranText({ exitCode, out, err, ended }: Ran): string {
  const meanings: Readonly<Record<number, string>> = { 0: "fine", 1: "findings", 2: "couldn't run" };
  const meaning = exitCode === null ? "ended" : (meanings[exitCode] ?? "failed");
  const why = { time: "it took too long", output: "it wrote too much" } as const;
  const status = ended === undefined ? `exit code ${exitCode}: ${meaning}` : `ended: ${why[ended]}`;
  const [text, progress] = [out.trimEnd(), err.trimEnd()];
  // The sum stands at the end, which may be many pages away.
  const last = progress === "" ? text : progress;
  const sum = text.length > longOutput ? last.slice(last.lastIndexOf("\n") + 1) : "";
  return [status, sum, text, progress].filter((part) => part !== "").join("\n");
}

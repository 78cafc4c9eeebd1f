import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A running `oipkit mock`. */
export interface Mock {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server that answers as the contract says; what breaks the contract is refused, and printed. */
export async function startMock(): Promise<Mock> {
  const program = fileURLToPath(new URL("../node_modules/oipkit/dist/cli/oipkit.js", import.meta.url));
  const child = spawn(process.execPath, [program, "mock", "contracts", "--port", "0"], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    const [, url] = /listening on (\S+?):? /.exec(line) ?? [];
    if (url === undefined) continue;
    return {
      url,
      stop: async () => {
        child.kill();
        await once(child, "exit");
      },
    };
  }
  throw new Error(`oipkit mock didn't start:\n${lines.join("\n")}`);
}

import { spawn } from "node:child_process";
import { join } from "node:path";
import { application } from "../examples/example-delivery.js";
import { folderIn, type Installation, npmInstall, repository } from "./install.js";

/** The environment variables of the examples. */
export const settings = {
  APPLICATION_ID: application,
  WEBHOOK_SECRET: "signing-51d8",
  WEBHOOK_VERIFICATION_TOKEN: "verification-07ce",
};

/** The built examples of adapters, which import the package by name. */
export const builtExamples = join(repository, "dist/examples/adapters");

/** The built examples of a probe. */
export const builtProbeExamples = join(repository, "dist/examples/probe");

/** Creates a folder inside the project that resolves the installed package, and installs further packages in it. */
export async function folderWith(
  installation: Installation,
  name: string,
  packages: readonly string[],
): Promise<string> {
  const folder = await folderIn(installation, name);
  await npmInstall(folder, packages);
  return folder;
}

export interface Started {
  /** The text of the pattern's first group. */
  readonly found: string;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly cwd: string;
  /** Matches the output of the program when it is ready. */
  readonly ready: RegExp;
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program with the settings in its environment and waits until it is ready. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, ready, env = {} }: StartOptions,
): Promise<Started> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...settings, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<void>((done) => child.once("close", () => done()));
    let text = "";
    const listen = (chunk: Buffer): void => {
      text += chunk;
      const found = ready.exec(text)?.[1];
      if (found === undefined) return;
      resolve({
        found,
        stop: () => {
          child.kill("SIGKILL");
          return ended;
        },
      });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", reject);
    ended.then(() => reject(new Error(`${command} exited before it was ready\n${text}`)));
  });
}

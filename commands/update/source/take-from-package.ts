import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tarballSnapshot } from "../../diff/inputs/tarball-snapshot.js";
import { snapshotLimits, UnusableInput } from "../../diff/inputs/unusable-input.js";
import type { ContractSource } from "./contract-source.js";
import { snapshotFiles } from "./snapshot-files.js";
import type { TakenContract, TakingContext } from "./taken-contract.js";

/** Takes the files of the newest version in a range, by npm itself, which knows the project's registry and its credentials. */
export async function takeFromPackage(
  { name, range, path }: Extract<ContractSource, { kind: "package" }>,
  context: TakingContext,
): Promise<TakenContract> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-update-"));
  try {
    const { filename, version } = await pack({ spec: `${name}@${range}`, folder }, context);
    const tarball = { path: join(folder, filename), shown: `${name}@${version}` };
    const snapshot = await tarballSnapshot(tarball, { ...snapshotLimits, maxFile: context.maxFile });
    return { resolved: version, files: await snapshotFiles(snapshot, path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Packed {
  readonly filename: string;
  readonly version: string;
}

function pack(
  { spec, folder }: { readonly spec: string; readonly folder: string },
  { cwd, env, signal }: TakingContext,
): Promise<Packed> {
  const args = ["pack", spec, "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  const options = {
    cwd,
    env: { ...env },
    signal,
    windowsHide: true,
    timeout: longestMs,
    maxBuffer: mostOutput,
  };
  // On Windows, npm is a script that only a shell runs; the arguments have no character that a shell reads.
  const shell = process.platform === "win32";
  return new Promise((done, fail) => {
    execFile("npm", args, { ...options, shell }, (error, out, messages) => {
      const packed = error === null ? readPacked(out) : undefined;
      if (packed !== undefined) return done(packed);
      const reason = npmReason(`${out}\n${messages}`) ?? error?.message.split("\n")[0] ?? "unexpected output";
      fail(new UnusableInput(`npm can't get ${spec}: ${reason}`, { cause: error }));
    });
  });
}

/** Guessed: npm itself gives up on a registry after some minutes. */
const longestMs = 300_000;

/** Bytes. The list of a package's files is part of the output. */
const mostOutput = 64 * 1024 * 1024;

function readPacked(text: string): Packed | undefined {
  try {
    const [first] = JSON.parse(text) as readonly Record<string, unknown>[];
    const { filename, version } = first ?? {};
    if (typeof filename !== "string" || typeof version !== "string" || /[/\\]/.test(filename))
      return undefined;
    return { filename, version };
  } catch {
    return undefined;
  }
}

/** What npm says is wrong: the summary of its report, or its first line. */
function npmReason(text: string): string | undefined {
  const [, summary] = /"summary":\s*"([^"]+)"/.exec(text) ?? [];
  const line = text
    .split("\n")
    .find((each) => each.startsWith("npm error ") && !each.startsWith("npm error code"));
  return summary?.split("\\n")[0] ?? line?.slice("npm error ".length);
}

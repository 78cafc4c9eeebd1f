import { spawn } from "node:child_process";
import type { FileBytes } from "../../../../reader/documents/regular-file.js";
import { UnusableInput } from "../unusable-input.js";
import { type BlobLimits, BlobParser } from "./blob-parser.js";
import { firstLine, type GitPlace, gitEnvironment, notRun } from "./run-git.js";

/** Reads objects by their ids, in their order. Throws `UnusableInput` if one is missing, or if they are too large. */
export function readBlobs(
  ids: readonly string[],
  limits: BlobLimits,
  place: GitPlace,
): Promise<readonly FileBytes[]> {
  return new Promise((done, fail) => {
    const child = spawn("git", ["cat-file", "--batch"], {
      cwd: place.cwd,
      env: gitEnvironment(place.env),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    let messages = "";
    const parser = new BlobParser(limits);
    const stop = (error: unknown) => {
      child.kill();
      fail(error);
    };
    child.on("error", (error) => fail(notRun(error)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (messages.length < 10_000) messages += text;
    });
    child.stdout.on("data", (bytes: Buffer) => {
      try {
        parser.write(bytes);
      } catch (error) {
        stop(error);
      }
    });
    child.on("close", () => {
      if (parser.blobs.length === ids.length) done(parser.blobs);
      else fail(new UnusableInput(`git cat-file failed: ${firstLine(messages)}`));
    });
    // If git ends early, its exit says why.
    child.stdin.on("error", () => {});
    child.stdin.end(ids.map((id) => `${id}\n`).join(""));
  });
}

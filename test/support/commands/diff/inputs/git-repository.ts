import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A git repository in a temporary folder, without the configuration of whoever runs the tests. */
export interface TestRepository {
  /** Absolute path. */
  readonly root: string;
  /** Runs git and returns its output without the last newline. */
  git(...args: readonly string[]): string;
  /** Writes files by path, and commits everything if there is a message. */
  write(files: Readonly<Record<string, string>>, message?: string): void;
  /** Removes the folder. */
  remove(): void;
}

/** An empty repository on the branch `main`. */
export function testRepository(): TestRepository {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "oipkit-git-")));
  const root = join(parent, "work");
  mkdirSync(root);
  const git = gitIn(root);
  git("init", "-q", "-b", "main");
  return {
    root,
    git,
    write: (files, message) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(root, dirname(name)), { recursive: true });
        writeFileSync(join(root, name), text);
      }
      if (message === undefined) return;
      git("add", "-A");
      git("commit", "-q", "-m", message);
    },
    remove: () => rmSync(parent, { recursive: true }),
  };
}

/** Runs git in a folder. */
export function gitIn(cwd: string): TestRepository["git"] {
  const config = ["user.name=T", "user.email=t@example.org", "commit.gpgsign=false", "tag.gpgsign=false"];
  const settings = [...config, "protocol.file.allow=always"].flatMap((each) => ["-c", each]);
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return (...args) =>
    execFileSync("git", [...settings, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
      .toString()
      .trimEnd();
}

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseIgnoreRules } from "../../../commands/manifest/files/ignore.js";
import { folderWith, write } from "../../support/commands/manifest/artifact.js";

const name = fc.stringMatching(/^[ab.]{1,3}$/).filter((text) => !/^\.+$/.test(text));
const paths = fc.array(
  fc.array(name, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/")),
  { minLength: 1, maxLength: 12 },
);
const part = fc.constantFrom("a", "b", "*", "?", "**", "a*", "*b", "a?b", ".a", "\\*", "ab");
const rule = fc
  .tuple(
    fc.constantFrom("", "!"),
    fc.constantFrom("", "/"),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "/", "  "),
  )
  .map(([sign, start, parts, end]) => `${sign}${start}${parts.join("/")}${end}`);

/** Whether a file is ignored itself, or with a folder above it. */
function isIgnored(rules: string, path: string): boolean {
  const ignored = parseIgnoreRules(rules, "rules");
  const segments = path.split("/");
  return segments.some((_, at) =>
    ignored(segments.slice(0, at + 1).join("/"), at === segments.length - 1 ? "file" : "folder"),
  );
}

it("ignores what git ignores", async () => {
  const folder = folderWith({});
  spawnSync("git", ["init", "-q"], { cwd: folder });
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  let ignored = 0;
  await fc.assert(
    fc.property(paths, fc.array(rule, { minLength: 1, maxLength: 4 }), (files, lines) => {
      const rules = `${lines.join("\n")}\n`;
      write(folder, ".gitignore", rules);
      const input = files.map((file) => `${file}\0`).join("");
      const { stdout, status } = spawnSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], {
        cwd: folder,
        input,
        env,
        encoding: "utf8",
      });
      expect(status).toBeLessThan(2);
      const wanted = new Set(stdout.split("\0").filter((file) => file !== ""));
      ignored += wanted.size;
      expect(files.filter((file) => isIgnored(rules, file))).toEqual(
        files.filter((file) => wanted.has(file)),
      );
    }),
    { numRuns: 120 },
  );
  expect(ignored).toBeGreaterThan(0);
  expect(join(folder, ".gitignore")).toContain(folder);
});

it("takes no time for a pattern with many stars", () => {
  expect(isIgnored(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
  expect(isIgnored(`${"**/a/".repeat(30)}b`, `${"a/".repeat(150)}a`)).toBe(false);
});

it("refuses a character class, with its line", () => {
  expect(() => parseIgnoreRules("a\n[ab].js\n", ".manifestignore")).toThrow(".manifestignore:2: `[…]` isn't");
  expect(isIgnored("\\[a].js", "[a].js")).toBe(true);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  installableLines,
  leftOutLine,
  parseNeeds,
  select,
  testFiles,
  testsWithNeeds,
} from "../support/services/needs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("the needs of a test file", () => {
  it("are on its first line", () => {
    expect(parseNeeds("a.test.ts", "// @needs redis, curl\nimport x").needs).toEqual(["redis", "curl"]);
    expect(parseNeeds("a.test.ts", 'import x from "x";\n// @needs redis\n').needs).toEqual([]);
  });

  it("are refused if unknown", () => {
    expect(() => parseNeeds("a.test.ts", "// @needs redis, mysql\n")).toThrow(
      "a.test.ts: unknown need `mysql`; known needs are postgres,",
    );
  });

  it("include every program that it starts by name", () => {
    const programs = ["bash", "curl", "go", "openssl", "python3"] as const;
    const declared = new Map(testsWithNeeds(root).map(({ path, needs }) => [path, needs]));
    const undeclared = testFiles(root)
      .filter((path) => path !== "test/services/needs.test.ts")
      .flatMap((path) => {
        const text = readFileSync(join(root, path), "utf8");
        const started = programs.filter((program) => text.includes(`"${program}"`));
        return started
          .filter((program) => !declared.get(path)?.includes(program))
          .map((it) => `${path}: ${it}`);
      });
    expect(undeclared).toEqual([]);
    expect(declared.get("test/package/action.test.ts")).toEqual(["bash"]);
  });
});

describe("a need that the machine doesn't meet", () => {
  const files = [
    { path: "one", needs: ["redis"] },
    { path: "two", needs: ["redis", "curl"] },
    { path: "three", needs: ["platform-document"] },
    { path: "four", needs: ["postgres"] },
  ] as const;
  const missing = new Map([
    ["redis", "no redis-server"],
    ["curl", "not installed"],
    ["bash", "not installed"],
    ["platform-document", "not there"],
  ] as const);
  const { runnable, leftOut } = select(files, missing);

  it("excludes the files with this need, and no others", () => {
    expect(runnable).toEqual(["four"]);
    expect(leftOut.map(({ path }) => path)).toEqual(["one", "two", "three"]);
  });

  it("is reported in one line, with the number of files", () => {
    expect(leftOutLine(leftOut, missing)).toBe(
      "Left out 3 test files, whose needs aren't met: redis (no redis-server, 2 test files), curl (not installed, 1 test file), " +
        "platform-document (not there, 1 test file). .ci/run installs what it can, and runs all tests.",
    );
    expect(leftOutLine([], missing)).toBeUndefined();
  });

  it("is listed as required if it can be installed", () => {
    expect(installableLines(leftOut, missing)).toEqual(["redis: no redis-server", "curl: not installed"]);
    expect(installableLines(files.slice(2), missing)).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInOutputs, outputNames } from "../../generator/outputs/registry.js";
import { diagnosticCodes } from "../../reader/documents/diagnostic.js";
import { readText } from "../support/package/code-blocks.js";
import { repository } from "../support/package/install.js";

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(readText("package.json")) as Manifest;
const runtime = JSON.parse(readText("runtime/package.json")) as Manifest;
const delivery = JSON.parse(readText("delivery/package.json")) as Manifest;
const sandbox = JSON.parse(readText("platform/sandbox/package.json")) as Manifest;
const developerConsole = JSON.parse(readText("platform/console/package.json")) as Manifest;
const sdk = JSON.parse(readText("generated/package.json")) as Manifest;

/** The first cells of the tables below a heading (or the title), if they are code. */
function firstCells(file: string, heading: string): string[] {
  const section = readText(file)
    .split(/^(?=#{1,2} )/m)
    .find((text) => text.startsWith(`${heading}\n`));
  return [...(section ?? "").matchAll(/^\| `([^`]+)`[^|]*\|/gm)].map((match) => match[1] ?? "");
}

describe("docs/reference/diagnostics.md", () => {
  it("lists exactly the diagnostic codes, in the order of the type", () => {
    expect(diagnosticCodes).toContain("yaml-syntax");
    expect(firstCells("docs/reference/diagnostics.md", "# Diagnostics")).toEqual(diagnosticCodes);
  });
});

describe("docs/contributing/dependencies.md", () => {
  it("gives a reason for every dependency, and lists no others", () => {
    expect(firstCells("docs/contributing/dependencies.md", "## The toolkit")).toEqual(
      Object.keys(manifest.dependencies),
    );
    expect(firstCells("docs/contributing/dependencies.md", "## The runtime")).toEqual(
      Object.keys(runtime.dependencies),
    );
    const bundled = firstCells("docs/contributing/dependencies.md", "## Bundled libraries");
    expect(bundled).toEqual(["@asyncapi/parser", "@redocly/openapi-core", "recheck"]);
    expect(
      [...bundled, ...firstCells("docs/contributing/dependencies.md", "## For development")].sort(),
    ).toEqual(Object.keys(manifest.devDependencies).sort());
    expect(firstCells("docs/contributing/dependencies.md", "## The delivery engine")).toEqual(
      Object.keys(delivery.dependencies),
    );
    expect(firstCells("docs/contributing/dependencies.md", "## The sandbox")).toEqual(
      Object.keys(sandbox.dependencies),
    );
    expect(firstCells("docs/contributing/dependencies.md", "## The Console")).toEqual(
      Object.keys(developerConsole.dependencies),
    );
    expect(firstCells("docs/contributing/dependencies.md", "## The page of the Console")).toEqual(
      Object.keys(developerConsole.devDependencies),
    );
    const peers = { ...runtime.peerDependencies, ...delivery.peerDependencies };
    expect(firstCells("docs/contributing/dependencies.md", "## Drivers of stores")).toEqual(
      Object.keys(peers).sort(),
    );
  });

  it("states the dependencies of the SDK and the toolkit's peers correctly", () => {
    expect(Object.keys(sdk.dependencies)).toEqual(["@oipkit/runtime"]);
    expect(Object.keys(sdk.peerDependencies)).toEqual(["oipkit"]);
    const drivers = Object.entries(runtime.peerDependencies).filter(
      ([name]) => name in manifest.peerDependencies,
    );
    const bundlers = firstCells("docs/contributing/dependencies.md", "## Bundlers");
    expect(bundlers).toEqual(["rollup", "vite"]);
    const platform = firstCells("docs/contributing/dependencies.md", "## The example platform");
    expect(platform).toEqual(["@oipkit/sandbox", "@oipkit/sdk"]);
    const assistants = firstCells("docs/contributing/dependencies.md", "## Assistants");
    expect(assistants).toEqual(["@modelcontextprotocol/server"]);
    const neither = [...bundlers, ...platform, ...assistants];
    const others = Object.entries(manifest.peerDependencies).filter(([name]) => !neither.includes(name));
    expect(Object.fromEntries(drivers)).toEqual(Object.fromEntries(others));
  });

  it("names every package with an install script for this system", () => {
    const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
      packages: Record<string, { hasInstallScript?: boolean; os?: readonly string[] }>;
    };
    const scripted = Object.entries(lock.packages)
      .filter(
        ([path, { hasInstallScript, os }]) =>
          path !== "" && hasInstallScript && (os?.includes("linux") ?? true),
      )
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    const page = readText("docs/contributing/dependencies.md");
    const named = (name: string): boolean =>
      page.includes(`\`${name}\``) || page.includes(`\`${name.split("/")[0]}/…\``);
    expect(scripted).toContain("@scarf/scarf");
    expect(scripted.filter((name) => !named(name))).toEqual([]);
    expect(manifest).toMatchObject({
      scarfSettings: { enabled: false },
      allowScripts: Object.fromEntries(scripted.map((name) => [name, false])),
    });
  });
});

describe("package-lock.json", () => {
  it("contains every optional package, including those of other systems, as npm ci requires", () => {
    const { packages } = JSON.parse(readText("package-lock.json")) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const named = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    const known = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("docs/reference/generate.md", () => {
  it("lists exactly the kinds of output", () => {
    expect(firstCells("docs/reference/generate.md", "## Outputs")).toEqual(outputNames);
  });

  it("states what each output may write, what it needs, and what it is generated from", () => {
    const rows = readText("docs/reference/generate.md").split("\n");
    for (const { name, needs, paths, from } of builtInOutputs) {
      const row = rows.find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
      const cells = row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      for (const path of paths) expect(cells[1]).toContain(`\`${path}\``);
      expect(cells[2]).toBe(needs.map((need) => `\`${need}\``).join(", "));
      expect(cells[3]).toBe(from);
    }
  });
});

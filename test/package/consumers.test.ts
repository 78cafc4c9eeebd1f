import { chmodSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
// @ts-expect-error: a module of tools/ without types
import { installPackage } from "../../tools/npm-binary.mjs";
import { expected, writeConsumer } from "../support/package/consumers/project.js";
import { folderWith, type Started, startProgram } from "../support/package/frameworks.js";
import { programOutput } from "../support/package/run.js";

const installation = inject("installation");
const install = installPackage as (folder: string, name: string, version: string) => string;
let tools: string;

beforeAll(async () => {
  tools = await folderWith(installation, "consumers", [
    "typescript@5.9.3",
    "vite@8.3.8",
    "vitest@4.1.12",
    "esbuild@0.28.2",
    "webpack@5.113.0",
    "webpack-cli@7.3.1",
    "ts-loader@9.6.2",
    "jest@30.5.2",
    "ts-jest@29.4.15",
    "@swc/core@1.16.22",
    "@swc/jest@0.2.39",
    "tsx@4.23.15",
    "next@16.4.6",
    "react@19.3.1",
    "react-dom@19.3.1",
    "@types/react@19.3.3",
  ]);
});

/** A project in which all tools are found. */
async function project(
  name: string,
  ...how: Parameters<typeof writeConsumer> extends [string, ...infer R] ? R : never
) {
  const folder = join(tools, name);
  await mkdir(folder);
  await writeConsumer(folder, ...how);
  return {
    folder,
    tool: (command: string, ...args: readonly string[]) =>
      programOutput("npx", ["--no-install", command, ...args], { cwd: folder }),
    node: async (...args: readonly string[]) =>
      (await programOutput("node", ["--no-warnings", ...args], { cwd: folder })).trim(),
    write: (path: string, text: string) => writeFile(join(folder, path), text),
  };
}

describe("generated code, with the default options, runs when", () => {
  it("tsc compiled it for Node.js into another folder, with every strict option", async () => {
    const { tool, node } = await project("tsc", "js");
    await tool("tsc", "-p", "tsconfig.strict.json");
    expect(await node("dist/main.js")).toBe(expected);
  });

  it("tsc compiled it with the resolution of bundlers", async () => {
    const { tool, node } = await project("tsc-bundler", "js");
    await tool("tsc", "-p", "tsconfig.strict.json", "--module", "esnext", "--moduleResolution", "bundler");
    expect(await node("dist/main.js")).toBe(expected);
  });

  it("esbuild bundled it", async () => {
    const { tool, node } = await project("esbuild", "js");
    const flags = ["--bundle", "--platform=node", "--format=esm", "--outfile=dist/main.mjs"];
    await tool("esbuild", "src/main.ts", ...flags);
    expect(await node("dist/main.mjs")).toBe(expected);
  });

  it("Vite built it", async () => {
    const { tool, node } = await project("vite", "js");
    await tool("vite", "build", "--ssr", "src/main.ts");
    expect(await node("dist/main.js")).toBe(expected);
  });

  it("webpack bundled it, told where the sources of `.js` are", async () => {
    const { tool, node, write } = await project("webpack", "js");
    await write("webpack.config.mjs", webpackConfig({ extensionAlias: { ".js": [".ts", ".js"] } }));
    await tool("webpack");
    expect(await node("dist/main.mjs")).toBe(expected);
  });

  it("tsx runs it", async () => {
    const { tool } = await project("tsx", "js");
    expect((await tool("tsx", "src/main.ts")).trim()).toBe(expected);
  });

  it("Vitest runs it", async () => {
    const { tool, write } = await project("vitest", "js");
    await write("src/program.test.ts", `import { expect, it } from "vitest";\n${testFile(".js")}`);
    expect(await tool("vitest", "run")).toMatch(/Tests\s+1 passed/);
  });

  it.each([
    ["ts-jest", ["ts-jest", { useESM: true }]],
    ["SWC", ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" } }]],
  ])("Jest runs it by %s", async (name, transform) => {
    const { folder, write } = await project(`jest-${name}`, "js");
    await write("src/program.test.ts", `import { expect, it } from "@jest/globals";\n${testFile(".js")}`);
    const config = {
      extensionsToTreatAsEsm: [".ts"],
      moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
      roots: ["<rootDir>/src"],
      transform: { "\\.ts$": transform },
    };
    await write("jest.config.json", JSON.stringify(config));
    const jest = join(tools, "node_modules/jest/bin/jest.js");
    const args = ["--experimental-vm-modules", "--no-warnings", jest, "--json"];
    const report = await programOutput("node", args, { cwd: folder });
    expect(JSON.parse(report)).toMatchObject({ success: true, numPassedTests: 1 });
  });

  it("Bun runs it", async () => {
    const { folder } = await project("bun", "js");
    const name = `@oven/bun-${process.platform}-${process.arch}`;
    const binary = join(install(folder, name, "1.4.5"), "bin", "bun");
    chmodSync(binary, 0o755);
    expect((await programOutput(binary, ["run", "src/main.ts"], { cwd: folder })).trim()).toBe(expected);
  });
});

describe("generated code with `--import-extension ts` runs in", () => {
  it("Node.js, which strips the types", async () => {
    const { folder } = await project("strip", "ts");
    const name = `node-${process.platform}-${process.arch}`;
    const binary = join(install(folder, name, "24"), "bin", "node");
    expect((await programOutput(binary, ["src/main.ts"], { cwd: folder })).trim()).toBe(expected);
  });

  it("Deno", async () => {
    const { folder } = await project("deno", "ts");
    const name = `@deno/${process.platform}-${process.arch}-glibc`;
    const binary = join(install(folder, name, "2.9.6"), "deno");
    chmodSync(binary, 0o755);
    const args = ["run", "--no-lock", "--node-modules-dir=manual", "--no-check", "src/main.ts"];
    expect((await programOutput(binary, args, { cwd: folder })).trim()).toBe(expected);
  });
});

describe("generated code with `--import-extension none` runs when", () => {
  let server: Started | undefined;
  afterAll(() => server?.stop());

  it("Next.js built it", async () => {
    const { folder, write } = await project("next", "none");
    await mkdir(join(folder, "app/books"), { recursive: true });
    await rename(join(folder, "src"), join(folder, "app/shelf"));
    await write(
      "app/books/route.ts",
      `import { run } from "../shelf/program";\nexport const dynamic = "force-dynamic";\nexport const GET = async () => new Response(await run());\n`,
    );
    const layout = `import type { ReactNode } from "react";\nexport default ({ children }: { children: ReactNode }) => <html><body>{children}</body></html>;\n`;
    await write("app/layout.tsx", layout);
    await write(
      "next.config.mjs",
      `export default { turbopack: { root: ${JSON.stringify(installation.project)} } };`,
    );
    await write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, types: ["node"] } }));
    const next = join(tools, "node_modules/next/dist/bin/next");
    await programOutput("node", [next, "build"], { cwd: folder, env: { NEXT_TELEMETRY_DISABLED: "1" } });
    const args = [next, "start", "-p", "0", "-H", "127.0.0.1"];
    const ready = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/;
    server = await startProgram(process.execPath, args, { cwd: folder, ready });
    const answer = await fetch(`${server.found}/books`);
    expect([answer.status, await answer.text()]).toEqual([200, expected]);
  });

  it("webpack bundled it, told nothing", async () => {
    const { tool, node, write } = await project("webpack-none", "none");
    await write("webpack.config.mjs", webpackConfig({}));
    await tool("webpack");
    expect(await node("dist/main.mjs")).toBe(expected);
  });
});

it("validators in JavaScript run in Node.js as they are", async () => {
  const { node } = await project("js-validators", "js", ["--validators", "js"]);
  const text = `import { isLabel } from "./src/generated/validators/index.js"; console.log(isLabel({ text: "a" }), isLabel({}));`;
  expect(await node("--input-type=module", "-e", text)).toBe("true false");
});

function webpackConfig(resolve: object): string {
  const config = {
    mode: "production",
    target: "node",
    entry: "./src/main.ts",
    experiments: { outputModule: true },
    output: { module: true, filename: "main.mjs" },
    resolve: { extensions: [".ts", ".js"], ...resolve },
  };
  return `export default { ...${JSON.stringify(config)}, module: { rules: [{ test: /\\.ts$/, loader: "ts-loader", options: { transpileOnly: true } }] } };`;
}

function testFile(end: string): string {
  return `import { run } from "./program${end}";\nit("runs", async () => expect(await run()).toBe(${JSON.stringify(expected)}));\n`;
}

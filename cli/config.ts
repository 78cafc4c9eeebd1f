import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ExampleCheck } from "../generator/check/examples.js";
import { type EnumTypes, isEnumTypes, isOutput, type Output, outputs } from "../generator/outputs.js";
import { isPackageSpecifier } from "../generator/render/package-specifier.js";
import { UsageError } from "./usage.js";

/** What `oipkit.config.yaml` may say; paths are relative to the file. */
export interface Config {
  readonly contracts?: readonly string[];
  readonly overlays?: readonly string[];
  readonly out?: string;
  readonly templates?: string;
  readonly only?: readonly Output[];
  readonly examples?: ExampleCheck;
  readonly enums?: EnumTypes;
  readonly runtime?: string;
}

export const configName = "oipkit.config.yaml";

/** The configuration at a path, or in the working folder where none is named. Throws `UsageError`. */
export async function readConfig(cwd: string, path: string | undefined): Promise<Config> {
  const file = resolve(cwd, path ?? configName);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (path === undefined && error.code === "ENOENT") return undefined;
    throw new UsageError(`${path ?? configName}: can't be read (${error.code ?? error.message})`, {
      cause: error,
    });
  });
  if (text === undefined) return {};
  const { parseYaml } = await import("../generator/read/yaml.js");
  const shown = relative(cwd, file);
  const parsed = parseYaml(text);
  const [problem] = parsed.problems;
  if (problem)
    throw new UsageError(`${shown}:${problem.range.line}:${problem.range.column}: ${problem.message}`);
  const value = (parsed.value ?? {}) as Record<string, unknown>;
  if (typeof value !== "object" || Array.isArray(value))
    throw new UsageError(`${shown}: isn't a map of options`);
  const folder = relative(cwd, dirname(file));
  const config: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const { line, column } = parsed.locate([key], "key");
    if (read === undefined)
      throw new UsageError(
        `${shown}:${line}:${column}: there is no option \`${key}\`; there are ${Object.keys(readers).join(", ")}`,
      );
    const result = read(item, (path) => (isAbsolute(path) ? path : join(folder, path)));
    if (result === undefined) throw new UsageError(`${shown}:${line}:${column}: \`${key}\` ${expected[key]}`);
    config[key] = result;
  }
  return config;
}

type Reader = (value: unknown, below: (path: string) => string) => unknown;

const expected: Readonly<Record<string, string>> = {
  contracts: "is a path or a list of paths",
  overlays: "is a path or a list of paths",
  out: "is a path",
  templates: "is a path",
  only: `is a list out of ${outputs.join(", ")}`,
  examples: "is error, warn or off",
  enums: "is closed or open",
  runtime: "is the name of a package",
};

const paths: Reader = (value, below) => {
  const list = typeof value === "string" ? [value] : value;
  return Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === "string")
    ? list.map(below)
    : undefined;
};

const readers: Readonly<Record<string, Reader>> = {
  contracts: paths,
  overlays: paths,
  out: (value, below) => (typeof value === "string" && value !== "" ? below(value) : undefined),
  templates: (value, below) => (typeof value === "string" && value !== "" ? below(value) : undefined),
  only: (value) => (Array.isArray(value) && value.length > 0 && value.every(isOutput) ? value : undefined),
  examples: (value) => (isExampleCheck(value) ? value : undefined),
  enums: (value) => (isEnumTypes(value) ? value : undefined),
  runtime: (value) => (isPackageSpecifier(value) ? value : undefined),
};

export function isExampleCheck(value: unknown): value is ExampleCheck {
  return value === "error" || value === "warn" || value === "off";
}

import { access } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import type { EnumTypes } from "../../generator/emit/types/http/typed-document.js";
import {
  type ImportExtension,
  importExtensions,
  type ValidatorLanguage,
  validatorLanguages,
} from "../../generator/form/code-form.js";
import { isBuiltIn, outputNames } from "../../generator/outputs/registry.js";
import type { ConfiguredPlugin, PluginReference } from "../../generator/plugins/plugin.js";
import type { ExampleCheck } from "../../reader/check/examples.js";
import type { DiagnosticLevels } from "../../reader/check/levels.js";
import { leavesByLink } from "../../reader/documents/roots.js";
import type { PatternMatching } from "../../reader/patterns/linear-program.js";
import { isPackageSpecifier } from "../../reader/text/code/identifier.js";
import { configNames, readNamedFile } from "../options/named-file.js";
import { UsageError } from "../options/option.js";
import { readLevels } from "./levels.js";
import { importDefault } from "./user-module.js";

/** The contents of a configuration file; paths are relative to the working folder. */
export interface ReadConfig {
  readonly contracts?: readonly string[];
  /** As it is written. */
  readonly source?: string;
  readonly overlays?: readonly string[];
  readonly out?: string;
  readonly templates?: string;
  /** A list, or lists by path. */
  readonly only?: readonly string[] | ReadonlyMap<string, readonly string[]>;
  readonly examples?: ExampleCheck;
  readonly diagnostics?: DiagnosticLevels;
  readonly strict?: boolean;
  readonly enums?: EnumTypes;
  readonly int64?: Int64Type;
  readonly patterns?: PatternMatching;
  readonly validators?: ValidatorLanguage;
  readonly importExtension?: ImportExtension;
  readonly runtime?: string;
  readonly plugins?: readonly ConfiguredPlugin[];
  readonly allowRefsTo?: readonly string[];
  readonly maxFile?: number;
  readonly requireVersion?: { readonly since: string | undefined };
  readonly lint?: ConfiguredLint;
  readonly policy?: ConfiguredPolicy;
}

/** The part about what `oipkit diff` demands and allows, as it is written. */
export interface ConfiguredPolicy {
  readonly value: Readonly<Record<string, unknown>>;
  /** The configuration's path and the position of `policy`, for error messages. */
  readonly at: string;
}

/** The part about `oipkit lint`, as it is written, and the folder of the configuration. */
export interface ConfiguredLint {
  readonly config: Readonly<Record<string, unknown>>;
  /** Absolute. */
  readonly folder: string;
  /** The configuration's path and the position of `lint`, for error messages. */
  readonly at: string;
}

/** The configuration at a path, or in the working folder if no path is given. Throws `UsageError`. */
export async function readConfig(cwd: string, path: string | undefined): Promise<ReadConfig> {
  const named = path ?? (await configIn(cwd));
  if (named === undefined) return {};
  const file = resolve(cwd, named);
  const shown = relative(cwd, file);
  if (leavesByLink(file, cwd))
    throw new UsageError(
      `${shown}: a link leads out of the working folder; name the real path with --config`,
    );
  const { value, at } = /\.[cm]?[jt]s$/.test(file)
    ? await readModule(file, shown)
    : await readYaml(file, shown);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new UsageError(`${shown}: must be a map of options`);
  const folder = dirname(file);
  const below = (item: string) => (isAbsolute(item) ? item : join(relative(cwd, folder), item));
  const config: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (read === undefined)
      throw new UsageError(`${at(key)}: ${unknownName("option", key, Object.keys(readers))}`);
    const result = read(item, { below, folder, at: at(key) });
    if (result === undefined) throw new UsageError(`${at(key)}: \`${key}\` ${expected[key]}`);
    config[key] = result;
  }
  const { only, plugins } = config as ReadConfig;
  if (plugins === undefined && !outputsIn(only).every(isBuiltIn))
    throw new UsageError(`${at("only")}: \`only\` ${expected.only}`);
  return config;
}

/** All outputs that `only` names, for whichever contract. */
export function outputsIn(only: ReadConfig["only"]): readonly string[] {
  if (only instanceof Map) return [...only.values()].flat();
  return (only as readonly string[] | undefined) ?? [];
}

/** Values by option, and the position of each option for error messages. */
interface Parsed {
  readonly value: unknown;
  readonly at: (key: string) => string;
}

async function configIn(cwd: string): Promise<string | undefined> {
  const there: string[] = [];
  for (const name of configNames)
    await access(join(cwd, name)).then(
      () => there.push(name),
      () => {},
    );
  if (there.length > 1) throw new UsageError(`use either ${there.join(" or ")}, or name one with --config`);
  return there[0];
}

async function readYaml(file: string, shown: string): Promise<Parsed> {
  const text = readNamedFile({ path: file, shown, what: "the file" });
  const { parseYaml } = await import("../../reader/documents/yaml.js");
  const parsed = parseYaml(text);
  const [problem] = parsed.problems;
  if (problem)
    throw new UsageError(`${shown}:${problem.range.line}:${problem.range.column}: ${problem.message}`);
  return {
    value: parsed.value ?? {},
    at: (key) => {
      const { line, column } = parsed.locate([key], "key");
      return `${shown}:${line}:${column}`;
    },
  };
}

async function readModule(file: string, shown: string): Promise<Parsed> {
  return { value: await importDefault({ file, shown, what: "the configuration" }), at: () => shown };
}

interface Place {
  /** Turns a path in the configuration into one relative to the working folder. */
  readonly below: (path: string) => string;
  /** Absolute path of the configuration's folder. */
  readonly folder: string;
  /** The position of the option, for error messages. */
  readonly at: string;
}

type Reader = (value: unknown, place: Place) => unknown;

const expected: Readonly<Record<string, string>> = {
  contracts: "must be a path or a list of paths",
  source: "must be where `oipkit update` takes the contracts from",
  overlays: "must be a path or a list of paths",
  out: "must be a path",
  templates: "must be a path",
  only: `must be a list of outputs (${outputNames.join(", ")}), or a map of such lists by contract`,
  examples: "must be error, warn or off",
  diagnostics: "must be a map of codes, each error, warning or off",
  strict: "must be true or false",
  enums: "must be closed or open",
  int64: "must be number, bigint or string",
  patterns: "must be native or linear",
  validators: "must be ts or js",
  importExtension: "must be js, ts or none",
  runtime: "must be a package name",
  allowRefsTo: "must be a path or a list of paths",
  maxFile: "must be a whole number of bytes",
  requireVersion: "must be true or a version to compare with, such as git:v1.2.0",
  policy: "must be a map with `sunset`, `notice`, `afterSunset` and `stability`",
  lint: "must be a map with `set`, `rules`, `overrides` and `plugins`",
  plugins: "must be a list of files and packages, each a string or a map with `from`, `name` and `options`",
};

const paths: Reader = (value, { below }) => {
  const list = typeof value === "string" ? [value] : value;
  if (isTexts(list) && list.length > 0) return list.map(below);
  return undefined;
};

const path: Reader = (value, { below }) => {
  if (typeof value === "string" && value !== "") return below(value);
  return undefined;
};

const readers: Readonly<Record<string, Reader>> = {
  contracts: paths,
  source: (value) => (typeof value === "string" && value !== "" ? value : undefined),
  overlays: paths,
  out: path,
  templates: path,
  only: (value, { below }) => {
    if (Array.isArray(value)) return isOutputs(value) ? value : undefined;
    if (value === null || typeof value !== "object") return undefined;
    const lists = Object.entries(value);
    if (lists.length > 0 && lists.every(([, list]) => isOutputs(list)))
      return new Map(lists.map(([name, list]) => [below(name), list]));
    return undefined;
  },
  examples: (value) => oneOf(exampleChecks, value),
  diagnostics: (value, { at }) => readLevels(value, at),
  strict: (value) => (typeof value === "boolean" ? value : undefined),
  enums: (value) => oneOf(enumTypes, value),
  int64: (value) => oneOf(int64Types, value),
  patterns: (value) => oneOf(patternMatchings, value),
  validators: (value) => oneOf(validatorLanguages, value),
  importExtension: (value) => oneOf(importExtensions, value),
  runtime: (value) => (isPackageSpecifier(value) ? value : undefined),
  allowRefsTo: paths,
  maxFile: (value) => (Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined),
  requireVersion: (value) => {
    if (value === true) return { since: undefined };
    if (typeof value === "string" && value !== "") return { since: value };
    return undefined;
  },
  plugins: (value, { folder }) => {
    if (!Array.isArray(value)) return undefined;
    const references = value.map((item) => (typeof item === "string" ? { from: item } : item));
    if (references.every(isReference)) return references.map((each) => ({ ...each, folder }));
    return undefined;
  },
  // Only `oipkit diff` reads it further.
  policy: (value, { at }) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { value, at };
    return undefined;
  },
  // Only `oipkit lint` reads it further, with the names of the rules.
  lint: (value, { folder, at }) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return { config: value, folder, at };
    return undefined;
  },
};

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isOutputs(value: unknown): boolean {
  return isTexts(value) && value.length > 0;
}

/** Whether a value names a plugin as a map does. */
export function isReference(value: unknown): value is PluginReference {
  if (value === null || typeof value !== "object") return false;
  const { from, name = "", ...rest } = value as Record<string, unknown>;
  const others = Object.keys(rest).filter((key) => key !== "options");
  return typeof from === "string" && from !== "" && typeof name === "string" && others.length === 0;
}

/** How examples that fail their schema are treated. */
export const exampleChecks = ["error", "warn", "off"] as const satisfies readonly ExampleCheck[];

/** How string enums in answers are typed. */
export const enumTypes = ["closed", "open"] as const satisfies readonly EnumTypes[];

/** What integers of 64 bits are in the code of APIs that a client calls. */
export const int64Types = ["number", "bigint", "string"] as const;
/** One of them. */
export type Int64Type = (typeof int64Types)[number];

/** How validators match patterns that some text could keep busy. */
export const patternMatchings = ["native", "linear"] as const satisfies readonly PatternMatching[];

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}

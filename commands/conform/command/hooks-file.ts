import { resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { importDefault } from "../../config/user-module.js";
import { UsageError } from "../../options/option.js";
import type { ApiHooks } from "../api/hooks/api-hooks.js";

/** The hooks that a module exports as `default`. Throws `UsageError`. */
export async function readHooks(shown: string, cwd: string): Promise<ApiHooks> {
  const value = await importDefault({ file: resolve(cwd, shown), shown, what: "the hooks" });
  if (!isRecord(value)) throw new UsageError(`${shown}: the default export must be an object of hooks`);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`${shown}: ${unknownName("hook", unknown, names)}`);
  const { beforeRequest, values = {}, producers = {} } = value;
  if (beforeRequest !== undefined && typeof beforeRequest !== "function")
    throw new UsageError(`${shown}: \`beforeRequest\` must be a function`);
  if (!isRecord(values) || !Object.values(values).every(isRecord))
    throw new UsageError(`${shown}: \`values\` must be a map of values for each operation`);
  if (!isRecord(producers) || !Object.values(producers).every(isProducer))
    throw new UsageError(
      `${shown}: \`producers\` must be a map of \`{ operation, member }\` for each path parameter`,
    );
  return value as ApiHooks;
}

const names = ["beforeRequest", "values", "producers"] satisfies (keyof ApiHooks)[] as readonly string[];

function isProducer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { operation, member } = value;
  return typeof operation === "string" && (member === undefined || typeof member === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

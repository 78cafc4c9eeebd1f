import { unknownName } from "@oipkit/runtime/nearest-names";
import type { ConfiguredPolicy } from "../../config/config.js";
import { UsageError } from "../../options/option.js";

/** How a platform retires what it has published: what `oipkit diff` demands and allows beside compatibility. */
export interface Policy {
  /** Whether whatever becomes deprecated needs an `x-sunset`. */
  readonly sunset: "required" | "optional";
  /** Days from the announcement to the sunset: for everything, or by stability level. */
  readonly notice: number | Readonly<Record<string, number>>;
  /** Whether what was deprecated may break or go once its sunset has passed. */
  readonly afterSunset: "allowed" | "breaking";
  readonly stability: Stability;
}

/** Levels that operations and events have as `x-stability-level`. */
export interface Stability {
  /** The least stable one first. */
  readonly levels: readonly string[];
  /** Those at which programs may be broken. */
  readonly unstable: readonly string[];
}

/** The levels if no policy names others. */
export const defaultLevels = ["draft", "alpha", "beta", "stable"] as const;

/** The extension with the level. */
export const stabilityExtension = "x-stability-level";

/** Reads `policy` of a configuration. Throws `UsageError` with what is wrong. */
export function readPolicy({ value, at }: ConfiguredPolicy): Policy {
  const wrong = (name: string, text: string): never => {
    throw new UsageError(`${at}: \`policy\`: \`${name}\` ${text}`);
  };
  checkNames(value, { names: ["sunset", "notice", "afterSunset", "stability"], at, of: "policy" });
  const { sunset = "optional", notice = 0, afterSunset = "breaking", stability = {} } = value;
  if (sunset !== "required" && sunset !== "optional") return wrong("sunset", "must be required or optional");
  if (afterSunset !== "allowed" && afterSunset !== "breaking")
    return wrong("afterSunset", "must be allowed or breaking");
  if (!isRecord(stability)) return wrong("stability", "must be a map with `levels` and `unstable`");
  checkNames(stability, { names: ["levels", "unstable"], at, of: "policy.stability" });
  const { levels = defaultLevels, unstable = [] } = stability;
  if (!isNames(levels) || levels.length === 0)
    return wrong("stability.levels", "must be a list of different names, the least stable one first");
  if (!isNames(unstable)) return wrong("stability.unstable", "must be a list of different levels");
  const unknown = unstable.find((level) => !levels.includes(level));
  if (unknown !== undefined) return wrong("stability.unstable", unknownName("level", unknown, levels));
  return { sunset, afterSunset, notice: readNotice(notice, { levels, at }), stability: { levels, unstable } };
}

function readNotice(
  value: unknown,
  { levels, at }: { readonly levels: readonly string[]; readonly at: string },
): Policy["notice"] {
  if (isDays(value)) return value;
  if (!isRecord(value) || !Object.values(value).every(isDays))
    throw new UsageError(
      `${at}: \`policy\`: \`notice\` must be a whole number of days, or a map of such numbers by stability level`,
    );
  checkNames(value, { names: levels, at, of: "policy.notice" });
  return value as Readonly<Record<string, number>>;
}

function checkNames(
  value: Readonly<Record<string, unknown>>,
  { names, at, of }: { readonly names: readonly string[]; readonly at: string; readonly of: string },
): void {
  for (const name of Object.keys(value))
    if (!names.includes(name)) throw new UsageError(`${at}: \`${of}\`: ${unknownName("name", name, names)}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isNames(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string" && item !== "")) return false;
  return new Set(value).size === value.length;
}

function isDays(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

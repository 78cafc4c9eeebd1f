import type { Judgement } from "../../part.js";

/** Something was marked as deprecated, or is no longer. */
export function deprecatedRule(values: { readonly new: unknown }): Judgement[] {
  return values.new === true
    ? [{ code: "deprecated", change: "deprecated", effects: {}, message: "it is now deprecated" }]
    : [{ code: "deprecation-withdrawn", effects: {}, message: "it is no longer deprecated" }];
}

/** The date from which something may be gone was set, moved or removed. */
export function sunsetRule({
  old,
  new: current,
}: {
  readonly old: unknown;
  readonly new: unknown;
}): Judgement[] {
  const [before, after] = [Date.parse(String(old)), Date.parse(String(current))];
  const isEarlier =
    current !== undefined && (old === undefined || Number.isNaN(before) || !(after >= before));
  return [
    {
      code: "sunset-changed",
      effects: isEarlier && old !== undefined ? { consumer: "risky" } : {},
      change: "deprecated",
      message:
        current === undefined
          ? "it has no sunset date any more"
          : `it may be gone from ${String(current)} on${old === undefined ? "" : ` (formerly ${String(old)})`}`,
    },
  ];
}

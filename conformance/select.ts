import { NoCaseSelected } from "./errors.js";
import type { Case } from "./suite.js";

export interface Filters {
  /** Globs on case ids, where `*` stands for any text; a case needs to match one. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Globs on case ids; a case must match none. */
  readonly skip?: readonly string[] | undefined;
}

/** The cases that the filters leave. Throws `NoCaseSelected` for none, and for a filter that matches nothing. */
export function selectCases(cases: readonly Case[], { only = [], skip = [] }: Filters): readonly Case[] {
  const idle = [...only, ...skip].filter((glob) => !cases.some(({ id }) => matcher(glob).test(id)));
  if (idle.length > 0) throw new NoCaseSelected(idle);
  const wanted = only.map(matcher);
  const unwanted = skip.map(matcher);
  const selected = cases.filter(
    ({ id }) =>
      (wanted.length === 0 || wanted.some((each) => each.test(id))) &&
      !unwanted.some((each) => each.test(id)),
  );
  if (selected.length === 0) throw new NoCaseSelected([...only, ...skip]);
  return selected;
}

function matcher(glob: string): RegExp {
  return new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "u");
}

import { isDeepStrictEqual } from "node:util";
import { parseText } from "../../../reader/documents/parse-text.js";
import type { Fix } from "./fix.js";
import { jsonEdits } from "./json-edits.js";
import type { TextEdit } from "./text-edit.js";
import { valueAfter } from "./value-after.js";
import { yamlEdits } from "./yaml-edits.js";

/** A corrected text. */
export interface Fixed {
  readonly text: string;
  /** How many fixes are in it. The others would have touched the same text, or more than they should. */
  readonly applied: number;
}

/**
 * Applies fixes to the text of a file. Comments and formatting stay, and so do all values that no fix is about: the
 * result is parsed and compared with what the fixes mean, and one that would change anything else is left out.
 */
export function applyFixes(path: string, text: string, fixes: readonly Fix[]): Fixed {
  const edits = (path.endsWith(".json") ? jsonEdits : yamlEdits)(text, fixes);
  const planned = fixes.flatMap((fix, index) => {
    const edit = edits[index];
    return edit === undefined ? [] : [{ fix, edit }];
  });
  const apart = withoutOverlaps(planned);
  const all = attempt(path, text, apart);
  if (all !== undefined) return { text: all, applied: apart.length };
  // One of them is at fault: try each alone, from the end so that offsets stay valid.
  let current = text;
  let applied = 0;
  for (const one of [...apart].reverse()) {
    const next = attempt(path, current, [one]);
    if (next === undefined) continue;
    current = next;
    applied++;
  }
  return { text: current, applied };
}

interface Planned {
  readonly fix: Fix;
  readonly edit: TextEdit;
}

/** In the order of the text; the first of several that overlap. Two removals from one list do if they touch. */
function withoutOverlaps(planned: readonly Planned[]): Planned[] {
  const kept: Planned[] = [];
  let end = -1;
  for (const one of [...planned].sort((a, b) => a.edit.from - b.edit.from)) {
    if (one.edit.from < end) continue;
    kept.push(one);
    end = one.edit.to;
  }
  return kept;
}

function attempt(path: string, text: string, planned: readonly Planned[]): string | undefined {
  if (planned.length === 0) return undefined;
  let result = text;
  for (const { edit } of [...planned].reverse())
    result = result.slice(0, edit.from) + edit.text + result.slice(edit.to);
  const before = parseText(path, text);
  const after = parseText(path, result);
  if (before.problems.length > 0 || after.problems.length > 0) return undefined;
  const wanted = valueAfter(
    before.value,
    planned.map(({ fix }) => fix),
  );
  return isDeepStrictEqual(after.value, wanted) ? result : undefined;
}

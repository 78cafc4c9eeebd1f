import { isTooDeep, maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { diagnose, type Finding } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import {
  append,
  copyOf,
  type Insertion,
  isContainer,
  kindOf,
  MergeConflict,
  mergeObject,
  put,
  remove,
} from "./merge.js";
import type { Origin, Origins } from "./origins.js";
import type { Overlay, OverlayAction } from "./overlay.js";

/** The places that a JSONPath selects, as tokens. Throws an `Error` if the path is invalid. */
export type SelectPlaces = (path: string, root: unknown) => string[][];

/** A document that is being changed. */
export interface Changing {
  /** Replaced if an action changes the root itself. */
  root: unknown;
  readonly origins: Origins;
  readonly select: SelectPlaces;
  /** How many values overlays may still insert. */
  budget: number;
}

/** Most values that the overlays of a document may insert together: guessed, enough for any document in use. */
export const mostInserted = 200_000;

/** Applies one action and returns what is wrong with it. If it fails, the document must not be used. */
export function applyAction(changing: Changing, action: OverlayAction, overlay: Overlay): Diagnostic[] {
  const report = (tokens: readonly string[], message: string, hint: string): Diagnostic[] => [
    diagnose(overlay.document, [...action.tokens, ...tokens], { code: "overlay-invalid", message, hint }),
  ];
  const selected = places(changing, action.target);
  if (typeof selected === "string") return report(["target"], selected, pathHint);
  if (selected.length === 0) return [matchesNothing(overlay, action)];
  if (action.kind === "remove") return removeAll(changing, selected, report);
  const kinds = new Set(selected.map((tokens) => kindOf(valueAt(changing.root, tokens))));
  if (kinds.size > 1)
    return report(
      ["target"],
      `the target selects ${[...kinds].join(" and ")}`,
      "Use a separate action for each.",
    );
  let insertion: Insertion = {
    value: action.value,
    originOf: (tokens) => ({
      document: overlay.document,
      tokens: [...action.tokens, "update", ...tokens],
    }),
    isPieced: false,
  };
  if (action.kind === "copy") {
    const sources = places(changing, String(action.value));
    if (typeof sources === "string") return report(["copy"], sources, pathHint);
    const [source] = sources;
    if (source === undefined || sources.length > 1)
      return report(["copy"], `\`copy\` selects ${sources.length} places`, "Select exactly one.");
    insertion = pieced(copyOf(valueAt(changing.root, source)), (tokens) =>
      changing.origins.of([...source, ...tokens]),
    );
  }
  changing.budget -= selected.length * countValues(insertion.value);
  if (changing.budget < 0) {
    const message = `overlays insert more than ${mostInserted} values`;
    return limited(overlay, action, { code: "too-large", message, hint: "Select fewer places." });
  }
  try {
    for (const tokens of selected) insert(changing, tokens, insertion);
    if (!isTooDeep(changing.root)) return [];
    const message = `with this change, the document is nested deeper than ${maxJsonDepth} levels`;
    return limited(overlay, action, { code: "too-deep", message, hint: "Insert it further up." });
  } catch (error) {
    if (!(error instanceof MergeConflict)) throw error;
    const at = action.kind === "copy" ? ["copy"] : ["update", ...error.tokens];
    return report(at, error.message, "Remove the existing value with a separate action first.");
  }
}

function limited({ document }: Overlay, { tokens }: OverlayAction, finding: Finding): Diagnostic[] {
  return [diagnose(document, [...tokens, "target"], finding)];
}

function countValues(root: unknown): number {
  let count = 0;
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    count++;
    if (isContainer(value)) for (const item of Object.values(value as object)) open.push(item);
  }
  return count;
}

const pathHint =
  "Use a JSONPath (RFC 9535), such as `$.paths['/things'].get`. Put names in brackets and quotes if they contain anything but letters, digits and `_`.";

function places({ select, root }: Changing, path: string): string[][] | string {
  try {
    return select(path, root);
  } catch (error) {
    return `invalid JSONPath \`${path}\`: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function matchesNothing({ document }: Overlay, { target, tokens }: OverlayAction): Diagnostic {
  return diagnose(document, [...tokens, "target"], {
    code: "overlay-matches-nothing",
    message: `\`${target}\` selects nothing in the document`,
    hint: "Fix the path or remove the action; the contract may have changed since the overlay was written.",
  });
}

/** A snapshot of the origins: the source may change later. */
function pieced(value: unknown, originOf: Insertion["originOf"]): Insertion {
  const known = new Map<string, Origin>();
  const visit = (item: unknown, tokens: readonly string[]): void => {
    known.set(toPointer(tokens), originOf(tokens));
    if (!isContainer(item)) return;
    for (const key of Object.keys(item as object))
      visit((item as Record<string, unknown>)[key], [...tokens, key]);
  };
  visit(value, []);
  return {
    value,
    originOf: (tokens) => known.get(toPointer(tokens)) ?? originOf(tokens),
    isPieced: true,
  };
}

function removeAll(
  { root, origins }: Changing,
  selected: readonly string[][],
  report: (tokens: readonly string[], message: string, hint: string) => Diagnostic[],
): Diagnostic[] {
  // From the end of each list, and descendants before their ancestors.
  for (const tokens of [...selected].sort(later)) {
    const parent = tokens.slice(0, -1);
    const key = tokens.at(-1);
    if (key === undefined)
      return report(["target"], "the whole document can't be removed", "Select a part of it.");
    remove(valueAt(root, parent) as unknown[], key, { origins, tokens: parent });
  }
  return [];
}

function later(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one = "", other = ""] = [a[at], b[at]];
    if (one === other) continue;
    const byIndex = Number(other) - Number(one);
    return Number.isNaN(byIndex) ? (one < other ? 1 : -1) : byIndex;
  }
  return b.length - a.length;
}

function insert(changing: Changing, tokens: readonly string[], insertion: Insertion): void {
  const { root, origins } = changing;
  const value = valueAt(root, tokens);
  const container = valueAt(root, tokens.slice(0, -1)) as unknown[] | undefined;
  const key = tokens.at(-1);
  if (Array.isArray(value)) append(value, insertion, origins);
  else if (isContainer(value)) mergeObject(value as Record<string, unknown>, insertion, origins);
  else if (isContainer(insertion.value))
    throw new MergeConflict([], `${kindOf(insertion.value)} can't replace a single value`);
  else if (container !== undefined && key !== undefined) put({ target: container, key }, insertion, origins);
}

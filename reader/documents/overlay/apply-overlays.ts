import { isTooDeep, maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { type ContractFinding, diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import { type Document, scan } from "../document.js";
import { referencedPath } from "../references.js";
import {
  append,
  deepCopy,
  describeKind,
  type Insertion,
  isContainer,
  MergeConflict,
  mergeObject,
  type OverlayOrigin,
  OverlayOrigins,
  put,
  remove,
} from "./merge.js";
import { type Overlay, type OverlayAction, readOverlay } from "./overlay.js";
import { loadSelector, type SelectPlaces } from "./select-places.js";

/**
 * Applies overlays to their documents, in order; each sees the changes of those before it. A changed document is
 * replaced in `documents` by one that records where each of its parts was written.
 */
export async function applyOverlays(
  documents: Map<string, Document>,
  overlays: readonly Document[],
  candidates: readonly Document[],
): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const byTarget = new Map<Document, Overlay[]>();
  for (const document of overlays) {
    const { overlay, problems: found } = readOverlay(document);
    problems.push(...found);
    if (found.length > 0) continue;
    const target = findTarget(overlay, documents, candidates);
    if (target === undefined) problems.push(withoutTarget(overlay, documents, candidates));
    else byTarget.set(target, [...(byTarget.get(target) ?? []), overlay]);
  }
  if (byTarget.size === 0) return problems;
  const select = await loadSelector();
  for (const [document, list] of byTarget) {
    const changed = overlaid(document, list, select);
    problems.push(...changed.problems);
    documents.set(document.path, changed.document);
  }
  return problems;
}

/** The document that an overlay names; if it names no file, the only document there is. */
function findTarget(
  { document, extends: reference }: Overlay,
  documents: ReadonlyMap<string, Document>,
  candidates: readonly Document[],
): Document | undefined {
  const path = reference === undefined ? undefined : referencedPath(document, reference);
  if (path !== undefined) return documents.get(path);
  if (candidates.length === 1) return candidates[0];
  return undefined;
}

function withoutTarget(
  { document, extends: reference }: Overlay,
  documents: ReadonlyMap<string, Document>,
  candidates: readonly Document[],
): Diagnostic {
  const isFile = reference !== undefined && referencedPath(document, reference) !== undefined;
  const known = isFile ? [...documents.values()] : candidates;
  const files = known.map(({ file }) => `\`${file}\``).sort();
  const shown = files.length > 6 ? [...files.slice(0, 5), `${files.length - 5} more`] : files;
  let message = `missing \`extends\`: the overlay could apply to any of ${candidates.length} documents`;
  if (isFile) message = `\`extends\` names \`${reference}\`, which isn't one of the documents read`;
  return diagnose(document, reference === undefined ? [] : ["extends"], {
    code: "overlay-extends",
    message,
    hint: `Set \`extends\` to the path of a document, relative to the overlay's folder. Documents read: ${shown.join(", ")}.`,
  });
}

function overlaid(
  document: Document,
  overlays: readonly Overlay[],
  select: SelectPlaces,
): { document: Document; problems: Diagnostic[] } {
  const origins = new OverlayOrigins(document, () => changing.root);
  const changing: Changing = { root: deepCopy(document.value), origins, select, budget: mostInserted };
  const problems: Diagnostic[] = [];
  for (const overlay of overlays) {
    for (const action of overlay.actions) {
      problems.push(...applyAction(changing, action, overlay));
      // A document at its limits isn't changed any further.
      if (problems.some(({ code }) => code === "too-deep" || code === "too-large"))
        return { problems, document };
    }
  }
  const value = changing.root;
  return {
    problems,
    document: {
      ...document,
      value,
      text: JSON.stringify(value),
      fileText: document.fileText ?? document.text,
      scan: scan(value, document.scan),
      findOrigin: (tokens) => origins.of(tokens),
    },
  };
}

/** A document that is being changed. */
interface Changing {
  /** Replaced if an action changes the root itself. */
  root: unknown;
  readonly origins: OverlayOrigins;
  readonly select: SelectPlaces;
  /** How many values overlays may still insert. */
  budget: number;
}

/** Most values that the overlays of a document may insert together: guessed, enough for any document in use. */
const mostInserted = 200_000;

/** Applies one action and returns what is wrong with it. If it fails, the document must not be used. */
function applyAction(changing: Changing, action: OverlayAction, overlay: Overlay): Diagnostic[] {
  const report = (tokens: readonly string[], message: string, hint: string): Diagnostic[] => [
    diagnose(overlay.document, [...action.tokens, ...tokens], { code: "overlay-invalid", message, hint }),
  ];
  const selected = places(changing, action.target);
  if (typeof selected === "string") return report(["target"], selected, pathHint);
  if (selected.length === 0) return [matchesNothing(overlay, action)];
  if (action.kind === "remove") return removeAll(changing, selected, report);
  const kinds = new Set(selected.map((tokens) => describeKind(valueAt(changing.root, tokens))));
  if (kinds.size > 1)
    return report(
      ["target"],
      `the target selects ${[...kinds].join(" and ")}`,
      "Use a separate action for each.",
    );
  let insertion: Insertion = {
    value: action.value,
    findOrigin: (tokens) => ({
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
    insertion = pieced(deepCopy(valueAt(changing.root, source)), (tokens) =>
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

function limited({ document }: Overlay, { tokens }: OverlayAction, finding: ContractFinding): Diagnostic[] {
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

function places({ select, root }: Changing, path: string): ReturnType<SelectPlaces> | string {
  try {
    return select(path, root);
  } catch (error) {
    const { name, message } = error as Error;
    if (/^JSONPath(?!RecursionLimit)/.test(name)) return `invalid JSONPath \`${path}\`: ${message}`;
    return `the JSONPath \`${path}\` can't be evaluated: ${message}`;
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
function pieced(value: unknown, findOrigin: Insertion["findOrigin"]): Insertion {
  const known = new Map<string, OverlayOrigin>();
  const visit = (item: unknown, tokens: readonly string[]): void => {
    known.set(toPointer(tokens), findOrigin(tokens));
    if (!isContainer(item)) return;
    for (const key of Object.keys(item as object))
      visit((item as Record<string, unknown>)[key], [...tokens, key]);
  };
  visit(value, []);
  return {
    value,
    findOrigin: (tokens) => known.get(toPointer(tokens)) ?? findOrigin(tokens),
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
    if (Number.isNaN(byIndex)) {
      if (one < other) return 1;
      return -1;
    }
    return byIndex;
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
    throw new MergeConflict([], `${describeKind(insertion.value)} can't replace a single value`);
  else if (container !== undefined && key !== undefined) put({ target: container, key }, insertion, origins);
}

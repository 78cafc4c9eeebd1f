import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document } from "../document.js";
import { fileOf } from "../references.js";
import { scan } from "../scan.js";
import { applyAction, type Changing, mostInserted, type SelectPlaces } from "./apply-action.js";
import { copyOf } from "./merge.js";
import { Origins } from "./origins.js";
import { type Overlay, readOverlay } from "./overlay.js";

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
    const target = targetOf(overlay, documents, candidates);
    if (target === undefined) problems.push(withoutTarget(overlay, documents, candidates));
    else byTarget.set(target, [...(byTarget.get(target) ?? []), overlay]);
  }
  if (byTarget.size === 0) return problems;
  const select = await selector();
  for (const [document, list] of byTarget) {
    const changed = overlaid(document, list, select);
    problems.push(...changed.problems);
    documents.set(document.path, changed.document);
  }
  return problems;
}

async function selector(): Promise<SelectPlaces> {
  const { query } = await import("json-p3");
  return (path, root) => {
    const found = query(path, root as Parameters<typeof query>[1]).nodes.map(({ location }) =>
      location.map(String),
    );
    return [...new Map(found.map((tokens) => [JSON.stringify(tokens), tokens])).values()];
  };
}

/** The document that an overlay names; if it names no file, the only document there is. */
function targetOf(
  { document, extends: reference }: Overlay,
  documents: ReadonlyMap<string, Document>,
  candidates: readonly Document[],
): Document | undefined {
  const path = reference === undefined ? undefined : fileOf(document, reference);
  if (path !== undefined) return documents.get(path);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function withoutTarget(
  { document, extends: reference }: Overlay,
  documents: ReadonlyMap<string, Document>,
  candidates: readonly Document[],
): Diagnostic {
  const isFile = reference !== undefined && fileOf(document, reference) !== undefined;
  const known = isFile ? [...documents.values()] : candidates;
  const files = known.map(({ file }) => `\`${file}\``).sort();
  const shown = files.length > 6 ? [...files.slice(0, 5), `${files.length - 5} more`] : files;
  return diagnose(document, reference === undefined ? [] : ["extends"], {
    code: "overlay-extends",
    message: isFile
      ? `\`extends\` names \`${reference}\`, which isn't one of the documents read`
      : `missing \`extends\`: the overlay could apply to any of ${candidates.length} documents`,
    hint: `Set \`extends\` to the path of a document, relative to the overlay's folder. Documents read: ${shown.join(", ")}.`,
  });
}

function overlaid(
  document: Document,
  overlays: readonly Overlay[],
  select: SelectPlaces,
): { document: Document; problems: Diagnostic[] } {
  const origins = new Origins(document, () => changing.root);
  const changing: Changing = { root: copyOf(document.value), origins, select, budget: mostInserted };
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
      originOf: (tokens) => origins.of(tokens),
    },
  };
}

import type ts from "typescript";
import type { Cause } from "./cause.js";
import { type ExportName, exportText } from "./export-name.js";
import { anchorOf, refusal, type Visit, type Walk } from "./walk/walk.js";

/** A cause with the exports whose users it affects. */
export interface Breakage {
  readonly cause: Cause;
  /** The innermost one first. */
  readonly exports: readonly ExportName[];
  /** Whether functions of the SDK use it; otherwise, it depends on the program. */
  readonly isUsed: boolean;
}

/** The causes that a walk has found, each one once, however many types inherit or contain it. */
export function breakagesOf({ context, visits }: Walk): Breakage[] {
  const live = liveVisits(visits);
  const found = new Map<string, { cause: Cause; exports: Map<string, ExportName>; isUsed: boolean }>();
  const add = (visit: Visit, cause: Cause, { anchor, declaration }: At): void => {
    const key = `${cause.code} ${anchor}`;
    const known = found.get(key) ?? { cause, exports: new Map(), isUsed: false };
    found.set(key, known);
    if (isOwner(declaration, cause.spot.name)) known.cause = cause;
    known.isUsed ||= visit.isUsed;
    for (const name of reachedBy(visit)) known.exports.set(exportText(name), name);
  };
  for (const visit of visits) {
    const { spot, use, parts } = visit;
    const isLive = live.has(visit);
    const causes = parts.causes.filter(({ kind }) => kind === "lost" || isLive);
    for (const { kind: _, step, declaration, ...cause } of causes) {
      const path = step === undefined ? spot.path : [...spot.path, step];
      const anchor = declaration === undefined ? `${visit.anchor}${step ?? ""}` : anchorOf(declaration);
      add(visit, { ...cause, use, spot: { name: spot.name, path } }, { anchor, declaration });
    }
    if (!isLive || parts.excused || visit.children.some(({ fails }) => fails)) continue;
    if (causes.length > 0) continue;
    const cause: Cause = {
      code: "source-type-changed",
      use,
      spot,
      message: "has another type",
      error: refusal(context, visit),
      remedy: "Leave its type, and add a property for the new one",
    };
    add(visit, cause, { anchor: visit.anchor, declaration: visit.declaration });
  }
  return [...found.values()].map((each) => ({ ...each, exports: [...each.exports.values()] }));
}

/** What identifies a cause, whatever types inherit it. */
interface At {
  readonly anchor: string;
  /** Declares the property. */
  readonly declaration: ts.Node | undefined;
}

/** Whether the exported type itself declares the property, instead of inheriting it. */
function isOwner(declaration: ts.Node | undefined, { name }: ExportName): boolean {
  let at = declaration;
  while (at?.parent?.parent !== undefined) at = at.parent;
  return (at as Partial<ts.InterfaceDeclaration> | undefined)?.name?.text === name;
}

/** Those that the compiler refuses as part of an export that it refuses. */
function liveVisits(visits: readonly Visit[]): ReadonlySet<Visit> {
  const live = new Set<Visit>();
  const queue = visits.filter(({ isRoot, fails }) => isRoot && fails);
  for (const visit of queue) {
    if (live.has(visit)) continue;
    live.add(visit);
    queue.push(...visit.children.filter(({ fails }) => fails));
  }
  return live;
}

/** The exported names through which a program may meet the types, the nearest first. */
function reachedBy(visit: Visit): ExportName[] {
  const seen = new Set<Visit>([visit]);
  const names = new Map<string, ExportName>();
  for (const each of seen) {
    names.set(exportText(each.spot.name), each.spot.name);
    for (const parent of each.parents) seen.add(parent);
  }
  return [...names.values()];
}

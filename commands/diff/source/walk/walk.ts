import type ts from "typescript";
import type { ExportName, Spot, Use } from "../cause.js";
import { type Child, opposite, show, type TypeParts, type WalkContext } from "./context.js";
import { typeParts } from "./parts.js";

/** Types that a comparison starts from. */
export interface Root {
  readonly name: ExportName;
  readonly old: ts.Type;
  readonly new: ts.Type;
  readonly use: Use;
}

/** A pair of types that was visited, with everything found about it. */
export interface Visit {
  readonly spot: Spot;
  readonly use: Use;
  readonly old: ts.Type;
  readonly new: ts.Type;
  /** Declares the property that has the type. */
  readonly declaration?: ts.Node | undefined;
  /** Identifies the property that has the type, whatever types inherit it. */
  readonly anchor: string;
  /** Whether the compiler refuses the new type for the old one, or the old for the new, depending on the use. */
  readonly fails: boolean;
  /** In the order in which they were met. */
  readonly parents: Set<Visit>;
  readonly children: Visit[];
  parts: TypeParts;
  isRoot: boolean;
  /** Whether a function of the SDK takes or returns it. */
  readonly isUsed: boolean;
}

/** The comparison would take longer than it may. */
export class WalkTimeout extends Error {}

/** Visits pairs of types, each one once, the nearest to the roots first. */
export class Walk {
  readonly #known = new Map<string, Visit>();
  readonly #ids = new Map<ts.Type, number>();
  readonly #reached = new Set<string>();
  /** In the order of the visits. */
  readonly visits: Visit[] = [];
  #isUsed = true;

  constructor(
    readonly context: WalkContext,
    /** Milliseconds on the clock `now`. */
    readonly limits: { readonly deadline: number; readonly now: () => number },
  ) {}

  /** Whether an exported type of the old SDK is part of what was visited. */
  hasReached(name: ExportName): boolean {
    return this.#reached.has(exportKey(name));
  }

  /** Visits everything that roots lead to. `isUsed`: whether functions of the SDK use it. Throws `WalkTimeout`. */
  visit(roots: readonly Root[], isUsed: boolean): void {
    this.#isUsed = isUsed;
    const queue: Visit[] = [];
    for (const root of roots) {
      if (root.old === root.new) continue;
      const start = this.#enter(root, { name: root.name, path: [] }, { anchor: exportKey(root.name), queue });
      start.isRoot = true;
    }
    for (let at = 0; at < queue.length; at++) {
      if (at % 64 === 0 && this.limits.now() > this.limits.deadline) throw new WalkTimeout();
      const visit = queue[at];
      if (visit !== undefined) this.#expand(visit, queue);
    }
  }

  #expand(visit: Visit, queue: Visit[]): void {
    if (visit.use === "sent" && this.context.isOnlyReceived(visit.spot.name)) {
      visit.parts = { children: [], causes: [], excused: true };
      return;
    }
    visit.parts = typeParts(this.context, visit);
    this.#enterAll(visit, visit.parts.children, queue);
    if (visit.parts.isGeneric && visit.fails && !visit.children.some(({ fails }) => fails)) {
      const reversed = visit.parts.children.map((each) => ({ ...each, use: opposite(each.use) }));
      this.#enterAll(visit, reversed, queue);
    }
  }

  #enterAll(visit: Visit, children: readonly Child[], queue: Visit[]): void {
    for (const child of children) {
      if (child.old === child.new) continue;
      const entered = this.#enter(child, visit.spot, { anchor: visit.anchor, queue });
      entered.parents.add(visit);
      visit.children.push(entered);
    }
  }

  #enter(
    child: Child,
    around: Spot,
    { anchor: aroundAnchor, queue }: { readonly anchor: string; readonly queue: Visit[] },
  ): Visit {
    const name = child.name ?? this.context.findName(child.old);
    let spot = around;
    if (name !== undefined) spot = { name, path: [] };
    else if (child.step !== undefined) spot = { name: around.name, path: [...around.path, child.step] };
    const anchor =
      child.declaration === undefined
        ? `${aroundAnchor}${child.step ?? ""}`
        : declarationAnchor(child.declaration);
    const key = this.#key(child, spot);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const visit: Visit = {
      ...child,
      spot,
      anchor: name === undefined ? anchor : exportKey(name),
      fails: this.#fails(child),
      parents: new Set(),
      children: [],
      isRoot: false,
      isUsed: this.#isUsed,
      parts: { children: [], causes: [] },
    };
    this.#known.set(key, visit);
    this.visits.push(visit);
    this.#reached.add(exportKey(spot.name));
    queue.push(visit);
    return visit;
  }

  /** Types without an identity of their own, such as `string[]`, are visited for each place. */
  #key({ old, new: current, use, loose, discriminants }: Child, { name, path }: Spot): string {
    const { typescript, checker } = this.context;
    const own = typescript.TypeFlags.Object | typescript.TypeFlags.Intersection;
    const isUnique = (old.flags & own) !== 0 && !checker.isArrayLikeType(old);
    const place = isUnique ? "" : `${exportKey(name)}\n${path.join("\n")}`;
    const by = discriminants === undefined ? "" : [...discriminants].join(",");
    return `${this.#id(old)} ${this.#id(current)} ${use} ${loose ?? false} ${by}\n${place}`;
  }

  #id(type: ts.Type): number {
    const id = this.#ids.get(type) ?? this.#ids.size;
    this.#ids.set(type, id);
    return id;
  }

  #fails({ old, new: current, use, loose }: Child): boolean {
    if (use === "data") return false;
    const { typescript, checker } = this.context;
    const [from, to] = use === "sent" ? [old, current] : [current, old];
    if (checker.isTypeAssignableTo(from, to)) return false;
    if (!loose) return true;
    return (from.isUnion() ? from.types : [from]).some(
      (each) => (each.flags & typescript.TypeFlags.Undefined) === 0 && !checker.isTypeAssignableTo(each, to),
    );
  }
}

/** Identifies a declaration. */
export function declarationAnchor(declaration: ts.Node): string {
  return `${declaration.getSourceFile().fileName}:${declaration.pos}`;
}

function exportKey({ module, name }: ExportName): string {
  return `${module}#${name}`;
}

/** The compiler's error about a whole pair. */
export function refusal(context: WalkContext, visit: Visit): string {
  const [from, to] = visit.use === "sent" ? [visit.old, visit.new] : [visit.new, visit.old];
  return `TS2322: Type '${show(context, from)}' is not assignable to type '${show(context, to)}'`;
}

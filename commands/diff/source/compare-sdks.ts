import type ts from "typescript";
import { loadTypescript } from "../../../reader/large-libraries.js";
import {
  type Cause,
  type ComparedSdkFacts,
  type ExportName,
  exportText,
  importPath,
  type Use,
} from "./cause.js";
import { compileProbe, exportedNames, type TypeProbe, type Vanished } from "./probe.js";
import { parseSdks, type Sdk, type Sources } from "./sdk.js";
import { symbolDeclaration, type WalkContext } from "./walk/context.js";
import { declarationAnchor, type Root, refusal, type Visit, Walk } from "./walk/walk.js";

/** What differs between two SDKs in a way that code may notice when it is compiled. */
export interface SdkComparison {
  readonly vanished: readonly Vanished[];
  readonly breakages: readonly Breakage[];
}

/** Two SDKs, and how long to compare them. */
interface SdkPair {
  readonly old: Sdk;
  readonly new: Sdk;
  readonly facts: ComparedSdkFacts;
  /** Milliseconds on the clock `now`. */
  readonly deadline: number;
  readonly now: () => number;
}

/**
 * Compares the exports of two SDKs by the compiler. What functions take must still accept what it accepted; what they
 * return must still be what it was. Throws `WalkTimeout` at the deadline.
 */
export function compareSdks({ facts, deadline, now, ...sdks }: SdkPair): SdkComparison {
  const typescript = loadTypescript();
  const sources = parseSdks(typescript, sdks);
  const { probed, vanished } = exportedNames(typescript, sources);
  const probe = compileProbe(typescript, sources, probed);
  const context = walkContext(typescript, probe, { facts, sources });
  const walk = new Walk(context, { deadline, now });
  walk.visit(usedRoots(probe, facts), true);
  // What no function leads to is used in a way that only its users know.
  const unused = unusedRoots(probe).filter(({ name }) => !walk.hasReached(name));
  walk.visit([...unused, ...operationRoots(context, probe, facts)], false);
  return { vanished, breakages: breakages(walk) };
}

/** Functions, constants and events: what programs certainly use. */
function usedRoots({ types }: TypeProbe, { eventModules }: ComparedSdkFacts): Root[] {
  return types.flatMap(({ probed: { name, kind }, ...pair }): Root[] => {
    if (kind === "function") return [{ name, ...pair, use: "received" }];
    if (kind === "type" && eventModules.has(name.module)) return [{ name, ...pair, use: "received" }];
    if (kind === "data") return [{ name, ...pair, use: "data" }];
    return [];
  });
}

/** Types, for those that no function leads to. */
function unusedRoots({ types }: TypeProbe): Root[] {
  return types.flatMap(({ probed: { name, kind, use }, ...pair }): Root[] => {
    if (kind !== "type" && kind !== "component") return [];
    const uses: readonly Use[] = use === undefined ? ["received", "sent"] : [use];
    return uses.map((each) => ({ name, ...pair, use: each }));
  });
}

/** The parts of `operations["…"]`, for programs that use these types instead of the client. */
function operationRoots(
  { checker }: WalkContext,
  { types }: TypeProbe,
  { webhooks }: ComparedSdkFacts,
): Root[] {
  return types.flatMap(({ probed: { name, kind }, ...pair }): Root[] => {
    if (kind !== "operation") return [];
    const [request, response] = (webhooks.has(name.name) ? ["received", "sent"] : ["sent", "received"]) as [
      Use,
      Use,
    ];
    const parts = [
      ["parameters", request],
      ["requestBody", request],
      ["responses", response],
    ] as const;
    return parts.flatMap(([part, use]) => {
      const [old, current] = [pair.old, pair.new].map((type) => {
        const property = checker.getPropertyOfType(type, part);
        return property && checker.getTypeOfSymbol(property);
      });
      if (old === undefined || current === undefined) return [];
      return [{ name: { module: name.module, name: `${name.name}["${part}"]` }, old, new: current, use }];
    });
  });
}

/** What a walk needs: the compiler, and the names of types. */
function walkContext(
  typescript: typeof ts,
  { checker, types }: TypeProbe,
  { facts, sources }: { readonly facts: ComparedSdkFacts; readonly sources: Sources },
): WalkContext {
  const bySymbol = new Map<ts.Symbol, ExportName>();
  const byText = new Map<string, { readonly old: ts.Type; readonly new: ts.Type }>();
  const symbols = {
    old: exportedSymbols(checker, sources.old),
    new: exportedSymbols(checker, sources.new),
  };
  for (const { probed, ...pair } of types) {
    const { name, kind } = probed;
    if (kind !== "type" && kind !== "component") continue;
    byText.set(exportText(name), pair);
    for (const side of ["old", "new"] as const) {
      const symbol = symbols[side].get(exportText(name));
      if (kind === "type" && symbol !== undefined) bySymbol.set(symbol, name);
    }
  }
  return {
    typescript,
    checker,
    findName: (type) =>
      (type.aliasSymbol && bySymbol.get(type.aliasSymbol)) ?? (type.symbol && bySymbol.get(type.symbol)),
    declaredName(property) {
      const declaration = symbolDeclaration(property);
      if (declaration === undefined || !typescript.isPropertySignature(declaration)) return undefined;
      const { type } = declaration;
      if (type === undefined || !typescript.isTypeReferenceNode(type)) return undefined;
      const symbol = checker.getSymbolAtLocation(type.typeName);
      const isImport = symbol !== undefined && (symbol.flags & typescript.SymbolFlags.Alias) !== 0;
      const origin = isImport ? checker.getAliasedSymbol(symbol) : symbol;
      return origin && bySymbol.get(origin);
    },
    findTypes: (name) => byText.get(exportText(name)),
    isOnlyReceived: ({ module }) => facts.eventModules.has(module),
  };
}

/** Modules that only re-export aren't part of the program. */
function exportedSymbols(
  checker: ts.TypeChecker,
  files: ReadonlyMap<string, ts.SourceFile>,
): ReadonlyMap<string, ts.Symbol> {
  return new Map(
    [...files].flatMap(([path, file]) => {
      const module = checker.getSymbolAtLocation(file);
      const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
      return symbols.map(
        (symbol) => [exportText({ module: importPath(path), name: symbol.name }), symbol] as const,
      );
    }),
  );
}

/** A cause with the exports whose users it affects. */
export interface Breakage {
  readonly cause: Cause;
  /** The innermost one first. */
  readonly exports: readonly ExportName[];
  /** Whether functions of the SDK use it; otherwise, it depends on the program. */
  readonly isUsed: boolean;
}

/** The causes that a walk has found, each one once, however many types inherit or contain it. */
function breakages({ context, visits }: Walk): Breakage[] {
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
      const anchor =
        declaration === undefined ? `${visit.anchor}${step ?? ""}` : declarationAnchor(declaration);
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

import type ts from "typescript";
import { loadTypescript } from "../../generator/large-libraries.js";
import { nameOfNode } from "./api-names.js";
import { type Breakage, breakagesOf } from "./breakages.js";
import type { Use } from "./cause.js";
import { type ExportName, exportText, importPath } from "./export-name.js";
import { compileProbe, exportedNames, type Probe, type Vanished } from "./probe.js";
import { parseSdks } from "./program.js";
import type { Sdk } from "./sdk.js";
import { type Context, declarationOf } from "./walk/context.js";
import { type Root, Walk } from "./walk/walk.js";

/** What the types don't say about the old SDK. */
export interface SdkFacts {
  /** Modules with the types of events, such as `events/types.js`: only the SDK makes them. */
  readonly eventModules: ReadonlySet<string>;
  /** Operations that the other side calls, by name, such as `operations["receiveEvent"]`. */
  readonly webhooks: ReadonlySet<string>;
}

/** What differs between two SDKs in a way that code may notice when it is compiled. */
export interface SdkComparison {
  readonly vanished: readonly Vanished[];
  readonly breakages: readonly Breakage[];
}

/** Two SDKs, and how long to compare them. */
export interface SdkPair {
  readonly old: Sdk;
  readonly new: Sdk;
  readonly facts: SdkFacts;
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
  const context = contextOf(typescript, probe, { facts, files: sources.old });
  const walk = new Walk(context, { deadline, now });
  walk.visit(usedRoots(probe), true);
  // What no function leads to is used in a way that only its users know.
  const unused = unusedRoots(probe, facts).filter(({ name }) => !walk.hasReached(name));
  walk.visit([...unused, ...operationRoots(context, probe, facts)], false);
  return { vanished, breakages: breakagesOf(walk) };
}

function contextOf(
  typescript: typeof ts,
  { checker, types }: Probe,
  { facts, files }: { readonly facts: SdkFacts; readonly files: ReadonlyMap<string, ts.SourceFile> },
): Context {
  const bySymbol = new Map<ts.Symbol, ExportName>();
  const byType = new Map<ts.Type, ExportName>();
  const byText = new Map<string, { readonly old: ts.Type; readonly new: ts.Type }>();
  const own = typescript.TypeFlags.Object | typescript.TypeFlags.Intersection;
  // Modules that only re-export aren't part of the program.
  const symbols = new Map(
    [...files].flatMap(([path, file]) => {
      const module = checker.getSymbolAtLocation(file);
      const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
      return symbols.map((symbol) => [`${importPath(path)}#${symbol.name}`, symbol] as const);
    }),
  );
  for (const { probed, ...pair } of types) {
    const { name, kind } = probed;
    if (kind === "function" || kind === "data" || kind === "operation") continue;
    byText.set(exportText(name), pair);
    if (kind === "schema") {
      if ((pair.old.flags & own) !== 0 && !checker.isArrayLikeType(pair.old) && !byType.has(pair.old))
        byType.set(pair.old, name);
    } else if (kind === "type") {
      const symbol = symbols.get(`${name.module}#${name.name}`);
      if (symbol !== undefined) bySymbol.set(symbol, name);
    }
  }
  const modules = new Map([...files].map(([path, { fileName }]) => [fileName, importPath(path)]));
  return {
    typescript,
    checker,
    nameOf: (type) =>
      (type.aliasSymbol && bySymbol.get(type.aliasSymbol)) ??
      byType.get(type) ??
      (type.symbol && bySymbol.get(type.symbol)),
    declaredName(property) {
      const declaration = declarationOf(property);
      if (declaration === undefined || !typescript.isPropertySignature(declaration)) return undefined;
      const { type } = declaration;
      if (type !== undefined && typescript.isTypeReferenceNode(type)) {
        const symbol = checker.getSymbolAtLocation(type.typeName);
        const isImport = symbol !== undefined && (symbol.flags & typescript.SymbolFlags.Alias) !== 0;
        const origin = isImport ? checker.getAliasedSymbol(symbol) : symbol;
        return origin && bySymbol.get(origin);
      }
      const name = nameOfNode(typescript, type);
      const module = name && modules.get(declaration.getSourceFile().fileName);
      return name === undefined || module === undefined ? undefined : { module, name };
    },
    typesOf: (name) => byText.get(exportText(name)),
    isOnlyReceived: ({ module }) => facts.eventModules.has(module),
  };
}

function usedRoots({ types }: Probe): Root[] {
  return types.flatMap(({ probed: { name, kind }, ...pair }): Root[] => {
    if (kind === "function") return [{ name, ...pair, use: "received" }];
    return kind === "data" ? [{ name, ...pair, use: "data" }] : [];
  });
}

function unusedRoots({ types }: Probe, { eventModules }: SdkFacts): Root[] {
  return types.flatMap(({ probed: { name, kind, use }, ...pair }): Root[] => {
    if (kind !== "type" && kind !== "schema" && kind !== "component") return [];
    const uses: readonly Use[] = eventModules.has(name.module)
      ? ["received"]
      : use === undefined
        ? ["received", "sent"]
        : [use];
    return uses.map((each) => ({ name, ...pair, use: each }));
  });
}

/** The parts of `operations["…"]`, for programs that use these types instead of the client. */
function operationRoots({ checker }: Context, { types }: Probe, { webhooks }: SdkFacts): Root[] {
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
      return old === undefined || current === undefined
        ? []
        : [{ name: { module: name.module, name: `${name.name}["${part}"]` }, old, new: current, use }];
    });
  });
}

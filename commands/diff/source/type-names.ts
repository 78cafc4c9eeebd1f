import type ts from "typescript";
import { nameOfNode } from "./api-names.js";
import { type ExportName, exportText, importPath } from "./export-name.js";
import type { Probe } from "./probe.js";
import type { Sources } from "./program.js";
import type { SdkFacts } from "./sdk-facts.js";
import { type Context, declarationOf } from "./walk/context.js";

/** What a walk needs: the compiler, and the names of types. */
export function contextOf(
  typescript: typeof ts,
  { checker, types }: Probe,
  { facts, sources }: { readonly facts: SdkFacts; readonly sources: Sources },
): Context {
  const bySymbol = new Map<ts.Symbol, ExportName>();
  const byType = new Map<ts.Type, ExportName>();
  const byText = new Map<string, { readonly old: ts.Type; readonly new: ts.Type }>();
  const symbols = {
    old: exportedSymbols(checker, sources.old),
    new: exportedSymbols(checker, sources.new),
  };
  const hasIdentity = (type: ts.Type): boolean =>
    (type.flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) !== 0 &&
    !checker.isArrayLikeType(type);
  for (const { probed, ...pair } of types) {
    const { name, kind } = probed;
    if (kind !== "schema" && kind !== "type" && kind !== "component") continue;
    byText.set(exportText(name), pair);
    for (const side of ["old", "new"] as const) {
      const type = pair[side];
      if (kind === "schema" && hasIdentity(type) && !byType.has(type)) byType.set(type, name);
      const symbol = symbols[side].get(exportText(name));
      if (kind === "type" && symbol !== undefined) bySymbol.set(symbol, name);
    }
  }
  const modules = new Map([...sources.old].map(([path, { fileName }]) => [fileName, importPath(path)]));
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

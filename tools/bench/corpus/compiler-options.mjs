import ts from "typescript";

/** @typedef {"strict" | "strictest"} Strictness */

const common = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
};

/**
 * The options of `tsc` to check an output with: `strict` for everyone, and for oipkit all that its own code is written with.
 * @param {Strictness} strictness
 * @returns {ts.CompilerOptions}
 */
export function compilerOptions(strictness) {
  if (strictness === "strict") return common;
  return {
    ...common,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
  };
}

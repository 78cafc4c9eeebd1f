import type ts from "typescript";
import { json } from "../../../reader/text/json.js";
import {
  type ApiName,
  apiInterfaces,
  apiNames,
  type ModuleExports,
  moduleExports,
  type OwnExport,
  type TypeParameters,
} from "./api-names.js";
import { type ExportName, importPath, type Use } from "./cause.js";
import type { Side, Sources } from "./sdk.js";

/** An exported name that both SDKs have, and how to write its type. */
interface Probed {
  readonly name: ExportName;
  /** Type expressions over the namespaces `old<n>` and `new<n>` of the module. */
  readonly type: (module: string) => string;
  readonly kind: "function" | "data" | "type" | ApiName["kind"];
  readonly use?: Use;
}

/** A name that the new SDK doesn't export, or not as what it was. */
export interface Vanished {
  readonly name: ExportName;
  /** The compiler's error. */
  readonly error: string;
  readonly message: string;
  /** The name that declares it, if the module only re-exports it. */
  readonly origin?: ExportName;
  /** Whether few programs use names of its kind. */
  readonly isRare?: boolean;
}

/** What both SDKs export, and what only the old one exports. */
interface Exported {
  readonly probed: readonly Probed[];
  readonly vanished: readonly Vanished[];
}

/** Finds the exports by the text of the modules, without the compiler's types. */
export function exportedNames(typescript: typeof ts, sources: Sources): Exported {
  const modules = {
    old: moduleExports(typescript, sources.old),
    new: moduleExports(typescript, sources.new),
  };
  const probed: Probed[] = [];
  const vanished: Vanished[] = [];
  for (const [path, before] of modules.old) {
    const module = importPath(path);
    const after = modules.new.get(path);
    if (after === undefined) {
      const error = `TS2307: Cannot find module '${module}'`;
      vanished.push({ name: { module, name: module }, error, message: "is gone" });
      continue;
    }
    for (const [name, own] of before.own)
      if (!apiInterfaces.has(name)) compareOwn({ module, name }, { own, after, probed, vanished });
    for (const [name, origin] of before.others)
      if (!after.others.has(name) && !after.own.has(name))
        vanished.push({
          ...missing({ module, name }),
          origin: { module: importPath(origin.module), name: origin.name ?? importPath(origin.module) },
        });
    const [oldFile, newFile] = (["old", "new"] as const).map((side: Side) => sources[side].get(path));
    if (oldFile === undefined || newFile === undefined) continue;
    const left = new Set(apiNames(typescript, newFile).map(({ name }) => name));
    for (const { name, kind, use } of apiNames(typescript, oldFile)) {
      if (!left.has(name))
        vanished.push({ ...missing({ module, name }), isRare: kind === "path" || kind === "component" });
      else if (kind !== "path" && kind !== "alias")
        probed.push({ name: { module, name }, kind, type: (each) => `${each}.${name}`, ...(use && { use }) });
    }
  }
  return { probed, vanished };
}

function compareOwn(
  name: ExportName,
  {
    own,
    after,
    probed,
    vanished,
  }: {
    readonly own: OwnExport;
    readonly after: ModuleExports;
    readonly probed: Probed[];
    readonly vanished: Vanished[];
  },
): void {
  const counterpart = after.own.get(name.name);
  if (counterpart === undefined && !after.others.has(name.name)) {
    vanished.push(missing(name));
    return;
  }
  for (const form of ["type", "value"] as const) {
    const [before, now] = [own[form], counterpart?.[form]];
    if (before === undefined) continue;
    if (counterpart !== undefined && now === undefined) {
      vanished.push(changedKind(name, form));
      continue;
    }
    const parameters = now?.parameters ?? before.parameters;
    if (parameters.least > before.parameters.least || parameters.most < before.parameters.most) {
      vanished.push(changedParameters(name, before.parameters, parameters));
      continue;
    }
    let kind: "data" | "function" | "type" = "type";
    if (own.value !== undefined && form === "value") kind = own.value.kind === "data" ? "data" : "function";
    const prefix = form === "value" ? "typeof " : "";
    const least = Math.max(before.parameters.least, parameters.least);
    const count = form === "value" ? before.parameters.most : least;
    const given = count === 0 ? "" : `<${Array(count).fill("any").join(", ")}>`;
    probed.push({ name, kind, type: (module) => `${prefix}${module}.${name.name}${given}` });
  }
}

function missing(name: ExportName): Vanished {
  return {
    name,
    message: "is gone",
    error: name.name.includes("[")
      ? `TS2339: Property ${lastKey(name.name)} does not exist on type '${name.name.slice(0, name.name.lastIndexOf("["))}'`
      : `TS2305: Module '${json(name.module)}' has no exported member '${name.name}'`,
  };
}

function lastKey(name: string): string {
  return `'${name.slice(name.lastIndexOf('["') + 2, -2)}'`;
}

function changedKind(name: ExportName, form: "type" | "value"): Vanished {
  if (form === "type")
    return {
      name,
      message: "is only the name of a value now, no longer of a type",
      error: `TS2749: '${name.name}' refers to a value, but is being used as a type here`,
    };
  return {
    name,
    message: "is only the name of a type now, no longer of a value",
    error: `TS2693: '${name.name}' only refers to a type, but is being used as a value here`,
  };
}

function changedParameters(name: ExportName, before: TypeParameters, after: TypeParameters): Vanished {
  const range = ({ least, most }: TypeParameters): string => {
    if (least === most) return `${most}`;
    return `${least} to ${most}`;
  };
  return {
    name,
    message: `takes ${range(after)} type arguments now instead of ${range(before)}`,
    error: `TS2707: Generic type '${name.name}' requires ${range(after)} type arguments`,
  };
}

/** The types of the names in both SDKs. */
export interface TypeProbe {
  readonly checker: ts.TypeChecker;
  readonly types: readonly { readonly probed: Probed; readonly old: ts.Type; readonly new: ts.Type }[];
}

/** Compiles a module that names the types of everything in both SDKs. */
export function compileProbe(typescript: typeof ts, sources: Sources, probed: readonly Probed[]): TypeProbe {
  const modules = [...new Set(probed.map(({ name }) => name.module))];
  const imports = modules.flatMap((module, at) =>
    (["old", "new"] as const).map(
      (side) => `import type * as ${side}${at} from ${json(`./${side}/${module}`)};`,
    ),
  );
  const indexes = new Map(modules.map((module, at) => [module, at]));
  const lines = probed.flatMap(({ name, type }, at) => {
    const index = indexes.get(name.module);
    return (["old", "new"] as const).map((side) => `type ${side}Type${at} = ${type(`${side}${index}`)};`);
  });
  const { checker, probe } = sources.compile([...imports, ...lines].join("\n"));
  const types = probe.statements
    .filter((statement) => typescript.isTypeAliasDeclaration(statement))
    .map(({ type }) => checker.getTypeFromTypeNode(type));
  return {
    checker,
    types: probed.flatMap((each, at) => {
      const [old, current] = [types[2 * at], types[2 * at + 1]];
      if (old === undefined || current === undefined) return [];
      return [{ probed: each, old, new: current }];
    }),
  };
}

import { _ } from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import standaloneModule from "ajv/dist/standalone/index.js";
import { namesInherited } from "./ajv-mending.js";
import { addVocabulary, ajvOptions, noteItems } from "./ajv-options.js";
import type { Linked } from "./linked.js";

const Ajv2020 = Ajv2020Module.default;
const standaloneCode = standaloneModule.default;

/** What Ajv made of linked schemas: its text, and which function validates which schema. */
export interface AjvCode {
  /** One statement a line. */
  readonly lines: readonly string[];
  /** By the name of a function, the schema that it validates. */
  readonly functions: ReadonlyMap<string, unknown>;
  /** By the name of a root, the function that validates it. */
  readonly roots: ReadonlyMap<string, string>;
}

/** How Ajv compiles a schema to code. */
export interface AjvCodeOptions {
  readonly allErrors: boolean;
  /** Whether what Ajv would ignore is an error. Default: false, because contracts are checked before. */
  readonly strict?: boolean;
}

/** Compiles linked schemas to JavaScript: with all errors, or ending at the first. */
export function ajvCode({ defs, roots }: Linked, { allErrors, strict = false }: AjvCodeOptions): AjvCode {
  const ajv = new Ajv2020({
    ...ajvOptions,
    strictSchema: strict,
    allErrors,
    meta: false,
    inlineRefs: false,
    messages: false,
    // A look-up of its own property costs time: only where a name could be found on every object's prototype.
    ownProperties: namesInherited(defs),
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  // Ajv for 2020-12 keeps book for these, wanted or not. Dynamic references are resolved before.
  const text = JSON.stringify(defs);
  ajv.opts.unevaluated = text.includes('"unevaluated');
  ajv.opts.dynamicRef = false;
  addVocabulary(ajv);
  if (text.includes('"unevaluatedItems"') && text.includes('"contains"')) noteItems(ajv);
  ajv.addSchema({ $id: "oip:schemas", $defs: defs });
  const uris = Object.fromEntries(roots.map((root) => [root, `oip:schemas#/$defs/${root}`]));
  const code = standaloneCode(ajv, uris);
  const functions = new Map<string, unknown>();
  const names = new Map<string, string>();
  for (const root of roots) {
    const env = ajv.getSchema(uris[root] ?? "")?.schemaEnv;
    if (env?.validateName === undefined) throw new Error(`Ajv compiled no function for ${root}`);
    names.set(root, env.validateName.str);
    for (const each of [env, ...Object.values(env.root.refs)]) {
      if (typeof each === "object" && "validateName" in each && each.validateName !== undefined) {
        functions.set((each.validateName as { str: string }).str, each.schema);
      }
    }
  }
  return { lines: code.split("\n"), functions, roots: names };
}

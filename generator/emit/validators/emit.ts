import type { OutputContext } from "../../outputs/output.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { emitCatalog } from "./catalog.js";
import { collectIncoming, collectOperations, emitChecks, emitOperations } from "./http-validation.js";
import { ValidatorModules } from "./modules.js";
import { type Unchecked, uncheckedHeaders, uncheckedWarnings } from "./unchecked.js";
import { definedSubjects, emitEventValidator, emitShared, emitSubjects } from "./validators.js";

/** The validators of schemas and messages, and of what operations send and receive. */
export function emitAllValidators(context: OutputContext): GeneratedFile[] {
  const { model, render } = context;
  const modules = new ValidatorModules(context);
  const unchecked: Unchecked[] = [];
  const subjects = definedSubjects(modules, unchecked);
  const apis = model.apis.map((api) => collectOperations(modules, api));
  const incoming = model.apis
    .filter((api) => api.incoming.length > 0)
    .map((api) => collectIncoming(modules, api));
  modules.settle();
  for (const each of [...apis, ...incoming]) unchecked.push(...each.unchecked);
  unchecked.push(...uncheckedHeaders(modules.contracts, model.eventSets));
  for (const warning of uncheckedWarnings(unchecked)) context.report(warning);
  const files = [
    ...emitSubjects(modules, subjects, render),
    ...model.eventSets.flatMap((set) => emitEventValidator(modules, set, render)),
    ...apis.flatMap((api) => emitOperations(modules, api, render)),
    ...incoming.flatMap((requests) => emitChecks(modules, requests, render)),
  ];
  const own = new Set(files.map(({ path }) => path));
  const shared = modules.names
    .filter((name) => !own.has(`validators/${name}.ts`))
    .map((name) => {
      const { imports, body, sources } = modules.code(name);
      const text = render("definitions.ts", {
        header: fileHeader(sources),
        imports,
        hasImports: !imports.isEmpty,
        body,
      });
      return { path: `validators/${name}.ts`, text };
    });
  if (files.length === 0) return [];
  return [
    ...files,
    ...shared,
    ...emitCatalog(context, subjects, render),
    ...emitShared(modules, subjects, render),
  ];
}

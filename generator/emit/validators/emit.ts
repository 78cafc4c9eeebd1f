import type { OutputContext } from "../../outputs/output.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { emitCatalog } from "./catalog.js";
import { emitEventValidator } from "./event-validators.js";
import { collectOperations, emitOperations } from "./http-validation.js";
import { ValidatorModules } from "./modules.js";
import { emitShared, emitSubjects, subjectsOf } from "./validators.js";

/** The validators of schemas and messages, and of what operations send and receive. */
export function emitAllValidators(context: OutputContext): GeneratedFile[] {
  const { model, render } = context;
  const modules = new ValidatorModules(context);
  const subjects = subjectsOf(context).map((subject) => {
    const definition = modules.definition(subject.place);
    modules.put(definition, subject.fileName, { typeName: subject.typeName });
    return { ...subject, definition };
  });
  const apis = model.apis.map((api) => collectOperations(modules, api));
  modules.settle();
  const files = [
    ...emitSubjects(modules, subjects, render),
    ...model.eventSets.flatMap((set) => emitEventValidator(modules, set, render)),
    ...apis.flatMap((api) => emitOperations(modules, api, render)),
  ];
  const own = new Set(files.map(({ path }) => path));
  const shared = modules.names
    .filter((name) => !own.has(`validators/${name}.js`))
    .map((name) => {
      const { imports, body, sources } = modules.code(name);
      const text = render("definitions.js", {
        header: fileHeader(sources),
        imports,
        hasImports: !imports.isEmpty,
        body,
      });
      return { path: `validators/${name}.js`, text };
    });
  if (files.length === 0) return [];
  return [...files, ...shared, ...emitCatalog(context, render), ...emitShared(modules, subjects, render)];
}

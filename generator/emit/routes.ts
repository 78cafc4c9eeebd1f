import type { HttpOperation } from "../../reader/model/model.js";
import { dataLiteral } from "../../reader/text/code/literal.js";
import type { OutputContext } from "../outputs/output.js";
import { fileHeader, type GeneratedFile } from "./file.js";

/** `<api>/routes.ts` of each API that has operations at fixed paths: the operations as a server sees them. */
export function emitRoutes({ model, render }: OutputContext): GeneratedFile[] {
  return model.apis.flatMap((api) => {
    const operations = api.operations.filter(({ kind }) => kind === "path");
    if (operations.length === 0) return [];
    const view = { header: fileHeader([api.source]), routes: dataLiteral(operations.map(toRoute)) };
    return [{ path: `${api.name}/routes.ts`, text: render("routes.ts", view) }];
  });
}

/** A `Route` of `@oipkit/runtime/routes`. */
function toRoute(operation: HttpOperation): object {
  const { operationId, httpMethod, path, server, security, environments, body, responses, clause } =
    operation;
  const parameters = operation.parameters.map(({ name, in: where, key, required }) => ({
    name,
    in: where,
    key,
    required,
  }));
  return {
    id: operationId ?? `${httpMethod} ${path}`,
    method: httpMethod,
    path,
    server,
    security,
    environments,
    parameters,
    requiredHeaders: parameters
      .filter((each) => each.in === "header" && each.required)
      .map(({ name }) => name),
    body: body && { required: body.required, contentTypes: body.contentTypes },
    answers: Object.fromEntries(responses.map(({ status, contentTypes }) => [status, contentTypes])),
    clause,
  };
}

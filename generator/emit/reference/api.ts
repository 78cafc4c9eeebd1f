import type { HttpApi, HttpOperation } from "../../model/model.js";
import type { Contracts } from "../../read/contracts.js";
import { below } from "../../read/place.js";
import { branches } from "../../read/properties.js";
import { empty, join } from "../../render/code.js";
import { markdownCell, markdownCode, markdownProse, markdownText } from "../../render/markdown.js";
import type { Render, View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { constraintsOf } from "./constraints.js";

/** `reference/<api>.md`: the operations of an API. */
export function emitApiReference({ contracts }: EmitInput, api: HttpApi, render: Render): GeneratedFile[] {
  const view = {
    title: markdownText(api.title),
    source: markdownCode(sourceLink(api.source)),
    description: markdownProse(api.description ?? ""),
    operations: api.operations.map((operation) => operationView(operation, contracts)),
  };
  return [{ path: `reference/${api.name}.md`, text: render("reference-api.md", view) }];
}

function operationView(operation: HttpOperation, contracts: Contracts): View {
  const { parameters, body, responses, scopes, kind } = operation;
  return {
    title: markdownText(
      operation.summary ?? operation.operationId ?? `${operation.httpMethod} ${operation.path}`,
    ),
    request: markdownCode(
      `${operation.httpMethod} ${kind === "path" ? operation.path : `(${kind}) ${operation.path}`}`,
    ),
    description: markdownProse(operation.description ?? ""),
    isCallable: kind === "path",
    functionName: markdownCode(operation.functionName),
    hasClause: operation.clause !== undefined,
    clause: markdownText(operation.clause ?? ""),
    hasScopes: scopes.length > 0,
    scopes: join(scopes.map(markdownCode), ", "),
    hasEnvironments: operation.environments !== undefined,
    environments: join((operation.environments ?? []).map(markdownCode), ", "),
    isDeprecated: operation.deprecated,
    hasParameters: parameters.length > 0,
    parameters: parameters.map((parameter) => ({
      limits: constraintsOf(contracts, branches(contracts, below(parameter.place, "schema"))),
      name: markdownCode(parameter.name),
      place: markdownText(parameter.in),
      isRequired: parameter.required,
      description: markdownCell(parameter.description ?? ""),
    })),
    hasBody: body !== undefined,
    contentTypes: body ? join(body.contentTypes.map(markdownCode), ", ") : empty,
    responses: responses.map(({ status, description }) => ({
      status: markdownCode(status),
      description: markdownCell(description),
    })),
    source: markdownCode(sourceLink(operation.source)),
  };
}

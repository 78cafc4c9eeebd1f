import { branches } from "../../../reader/documents/joint-schemas.js";
import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { below, dereference, type Place } from "../../../reader/documents/place.js";
import type { HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { type Code, code, empty } from "../../../reader/text/code/code.js";
import { htmlCode, htmlText } from "../../../reader/text/code/html.js";
import type { TemplateView } from "../../render/template.js";
import { sourceLink } from "../file.js";
import { operationTitle, parameterSchema } from "../reference/api.js";
import { bodySchemas, constraintsText, responseHeaders, typeLine } from "../reference/contents.js";
import { operationCalls } from "./calls.js";
import { exampleText, shownExamples } from "./examples.js";
import { unshownOfOperation } from "./not-shown.js";
import { codeList, outerLink, type SectionInput, type SitePage, typeCode } from "./page.js";
import type { ApiSection } from "./site-map.js";
import { notShown, type PropertyTable, propertyTable, withMarks } from "./tables.js";

type Input = SectionInput<ApiSection>;

/** The page of an operation, or of a request that the API sends, with the name of what handles it. */
export function operationPage(
  input: Input,
  file: string,
  { operation, handler }: { readonly operation: HttpOperation; readonly handler?: string },
): SitePage {
  const { api } = input.section;
  const { parameters, body, kind, place } = operation;
  const title = operationTitle(operation, handler);
  const request = dereference(input.contracts, below(place, "requestBody"));
  const bodies = bodyViews(input, request, "request");
  const answers = operation.responses.map(({ status, description }) =>
    answerView(input, { status, description, response: below(place, "responses", status) }),
  );
  const isCallable = kind === "path";
  const calls = isCallable ? operationCalls(input, api, operation) : undefined;
  const { externalDocs } = place.value as { readonly externalDocs?: { readonly url?: unknown } };
  const view: TemplateView = {
    title: htmlText(title),
    method: htmlText(operation.httpMethod),
    path: htmlText(operation.path),
    isCallable,
    isIncoming: handler !== undefined,
    kind: htmlText(kind),
    handler: htmlCode(handler ?? ""),
    operationId: htmlCode(operation.operationId ?? ""),
    hasOperationId: operation.operationId !== undefined,
    isDeprecated: operation.deprecated,
    hasClause: operation.clause !== undefined,
    clause: htmlText(operation.clause ?? ""),
    hasEnvironments: operation.environments !== undefined,
    environments: codeList(operation.environments ?? []),
    hasServer: operation.server !== undefined,
    server: htmlCode(operation.server ?? ""),
    hasDocs: typeof externalDocs?.url === "string",
    docs: outerLink(externalDocs?.url, String(externalDocs?.url ?? "")),
    description: input.markdown.prose(operation.description ?? ""),
    hasParameters: parameters.length > 0,
    parameters: parameters.map((each) => parameterView(input, each)),
    hasBody: body !== undefined,
    isBodyRequired: body?.required === true,
    bodyDescription: input.markdown.prose(descriptionIn(request)),
    bodies: bodies.views,
    answers: answers.map(({ view: each }) => each),
    security: securityText(input.section, operation),
    hasCalls: calls !== undefined,
    methodName: htmlCode(`${operation.group}.${operation.method}`),
    functionName: htmlCode(operation.functionName),
    client: htmlText(calls?.client ?? ""),
    curl: htmlText(calls?.curl ?? ""),
    hasMissing: (calls?.missing.length ?? 0) > 0,
    missing: codeList(calls?.missing ?? []),
    source: htmlCode(sourceLink(operation.source)),
    ...notShown(unshownOfOperation(input, operation)),
  };
  const members = [
    ...parameters.map(({ name }) => name),
    ...bodies.names,
    ...answers.flatMap(({ names }) => names),
  ];
  const entryKind = kind === "webhook" || kind === "callback" ? kind : "operation";
  const line = handler === undefined ? `${operation.path} ${operation.httpMethod}` : "";
  return {
    file,
    title,
    template: "site-operation.html",
    view,
    entry: { kind: entryKind, title, line, members },
  };
}

function parameterView(input: Input, parameter: HttpParameter): TemplateView {
  const { contracts, markdown } = input;
  const schema = parameterSchema(parameter);
  const limits = constraintsText(contracts, branches(contracts, schema));
  const { contentType, place } = parameter;
  const holder = contentType === undefined ? place : below(place, "content", contentType);
  const [example] = contractExamples(contracts, holder);
  const isGiven = example !== undefined;
  return {
    name: htmlCode(parameter.name),
    place: htmlText(parameter.in),
    type: typeCode(input, typeLine(input, schema)),
    isRequired: parameter.required,
    limits: withMarks(markdown.sentence(limits), [schema.value, parameter.place.value]),
    description: markdown.line(parameter.description ?? ""),
    hasExample: isGiven,
    example: htmlCode(exampleText(example?.value ?? "", "").slice(0, 200)),
  };
}

interface BodyViews {
  readonly views: readonly TemplateView[];
  readonly names: readonly string[];
}

const emptyTable: PropertyTable = { names: [], rows: [] };

/** Most rows of a schema that a page shows within an operation; larger schemas are on pages of their own, or in the contract. */
const maxRows = 150;

function bodyViews(input: Input, holder: Place, direction: "request" | "answer"): BodyViews {
  const names: string[] = [];
  const views = bodySchemas(input, holder).map(([mediaType, schema]) => {
    const type = typeLine(input, schema);
    const isLinked = input.links.has(type);
    // An answer with a schema of its own refers to the page of that; what a caller has to write is shown at once.
    const table = isLinked && direction === "answer" ? emptyTable : propertyTable(input, schema);
    names.push(...table.names);
    const isShown = table.rows.length > 0 && table.rows.length <= maxRows;
    const all = shownExamples(input, below(holder, "content", mediaType));
    return {
      mediaType: htmlCode(mediaType),
      // The rows say the same as the type of an object that has no name.
      hasType: isLinked || !isShown,
      type: typeCode(input, shortened(type)),
      hasRows: isShown,
      rows: isShown ? table.rows : [],
      examples: all.slice(0, maxExamples).map(({ name, value, isMade }) => ({
        isMade,
        name: htmlText(name),
        hasName: name !== "",
        text: htmlText(exampleText(value, mediaType)),
      })),
      hasMoreExamples: all.length > maxExamples,
      moreExamples: htmlText(String(all.length - maxExamples)),
    };
  });
  return { views, names };
}

/** Most examples of one body that a page shows. */
const maxExamples = 2;

/** Longest type on one line, in characters. */
const maxType = 4_000;

/** A type that a page can show; a longer one is cut. */
export function shortened(type: string): string {
  if (type.length <= maxType) return type;
  return `${type.slice(0, maxType)} … /* the rest isn't shown */`;
}

function answerView(
  input: Input,
  {
    status,
    description,
    response,
  }: { readonly status: string; readonly description: string; readonly response: Place },
): { readonly view: TemplateView; readonly names: readonly string[] } {
  const holder = dereference(input.contracts, response);
  const headers = responseHeaders(input, response);
  const bodies = bodyViews(input, holder, "answer");
  return {
    names: [...headers.map(([name]) => name), ...bodies.names],
    view: {
      status: htmlText(status),
      description: input.markdown.prose(description),
      hasHeaders: headers.length > 0,
      headers: headers.map(([name, schema]) => ({
        name: htmlCode(name),
        type: typeCode(input, shortened(typeLine(input, schema))),
      })),
      hasNoBody: bodies.views.length === 0,
      bodies: bodies.views,
    },
  };
}

function descriptionIn({ value }: Place): string {
  const { description } = (value ?? {}) as { readonly description?: unknown };
  return typeof description === "string" ? description : "";
}

/** Who may call it: alternatives, each with all that it demands. */
function securityText({ api }: ApiSection, { security }: HttpOperation): Code {
  if (security.length === 0) return code`Nobody has to authenticate.`;
  const ways = security.map((alternative) => {
    if (alternative.length === 0) return code`no authentication`;
    const parts = alternative.map(({ scheme, scopes }) => {
      const kind = api.securitySchemes.find(({ name }) => name === scheme)?.type;
      const type = kind === undefined ? empty : code` (${htmlText(kind)})`;
      const scoped = scopes.length === 0 ? empty : code` with the scopes ${codeList(scopes)}`;
      return code`<a href="index.html#security">${htmlCode(scheme)}</a>${type}${scoped}`;
    });
    return parts.reduce((text, part) => code`${text} and ${part}`);
  });
  return ways.reduce((text, way) => code`${text}, or ${way}`);
}

import { placeAt } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpApi, HttpOperation, HttpSecurityScheme } from "../../../reader/model/model.js";
import { type Code, code, empty } from "../../../reader/text/code/code.js";
import { htmlCode, htmlLink, htmlText } from "../../../reader/text/code/html.js";
import type { TemplateView } from "../../render/template.js";
import { sourceLink } from "../file.js";
import { operationTitle } from "../reference/api.js";
import { unshownOfDocument } from "./not-shown.js";
import { codeList, outerLink, type SectionInput, type SitePage } from "./page.js";
import type { ApiSection, OperationGroup, SchemasSection, SiteSection } from "./site-map.js";
import { notShown } from "./tables.js";

type Input = SectionInput<ApiSection>;

/** The first page of an API, those of its groups of operations, and the list of its schemas. */
export function apiOverviews(input: Input): SitePage[] {
  const { groups, schemas } = input.section;
  return [
    apiPage(input),
    ...groups.map((group) => groupPage(input, group)),
    ...(schemas.length === 0 ? [] : [schemaListPage(input.section, "schemas.html")]),
  ];
}

function apiPage({ section, markdown, contracts }: Input): SitePage {
  const { api, groups, incoming, schemas } = section;
  const document = contracts.openapi.find(
    ({ path, file }) => (contracts.names.get(path) ?? file) === api.source.file,
  );
  const content = document === undefined ? undefined : placeAt(document, []).value;
  const { info, externalDocs } = (isSchemaObject(content) ? content : {}) as {
    readonly info?: { readonly version?: unknown };
    readonly externalDocs?: { readonly url?: unknown };
  };
  return {
    file: "index.html",
    title: api.title,
    template: "site-api.html",
    entry: { kind: "page", title: api.title, line: "overview of an API", members: [] },
    view: {
      title: htmlText(api.title),
      hasVersion: info?.version !== undefined,
      version: htmlText(String(info?.version ?? "")),
      source: htmlCode(sourceLink(api.source)),
      description: markdown.prose(api.description ?? ""),
      hasDocs: typeof externalDocs?.url === "string",
      docs: outerLink(externalDocs?.url, String(externalDocs?.url ?? "")),
      hasServers: api.servers.length > 0,
      servers: api.servers.map(({ url, variables }) => ({
        url: htmlCode(url),
        variables: variableText(variables),
      })),
      hasSchemes: api.securitySchemes.length > 0,
      schemes: api.securitySchemes.map((scheme) => ({
        name: htmlCode(scheme.name),
        text: schemeText(scheme),
      })),
      hasGroups: groups.length > 0,
      groups: groups.map(({ name, file, description, operations }) => ({
        link: htmlLink(file, htmlText(name)),
        count: htmlText(String(operations.length)),
        description: markdown.line(firstSentence(description)),
      })),
      hasIncoming: incoming.length > 0,
      incoming: incoming.map(({ subject, file }) => ({
        link: htmlLink(file, htmlText(subject.name)),
        kind: htmlText(subject.kind),
        summary: markdown.line(firstSentence(subject.operation.summary ?? "")),
      })),
      hasSchemas: schemas.length > 0,
      schemaCount: htmlText(String(schemas.length)),
      ...notShown(unshownOfDocument(content, "api")),
    },
  };
}

/** The beginning of a text, for a list: its page has the whole. */
function firstSentence(text: string): string {
  const start = text.trim().slice(0, 400);
  const end = start.search(/[.!?]\s/);
  if (end >= 0) return start.slice(0, end + 1);
  if (start.length < 400) return start;
  return start.slice(0, 200);
}

function variableText(variables: HttpApi["servers"][number]["variables"]): Code {
  const parts = Object.entries(variables).map(([name, { default: usual, enum: values }]) => {
    const given = usual === undefined ? empty : code` is ${htmlCode(usual)} by default`;
    const choice = values === undefined ? empty : code`, one of ${codeList(values)}`;
    return code`${htmlCode(name)}${given}${choice}`;
  });
  return parts.reduce((text, part) => code`${text} ${part}.`, empty);
}

function schemeText({ type, in: place, key, scheme, tokenUrl }: HttpSecurityScheme): Code {
  switch (type) {
    case "apiKey":
      return code`an API key: the ${htmlText(place ?? "header")} ${htmlCode(key ?? "")}`;
    case "http":
      return code`HTTP authentication of the scheme ${htmlCode(scheme ?? "")}`;
    case "oauth2":
      return tokenUrl === undefined ? code`OAuth 2` : code`OAuth 2, with tokens of ${htmlCode(tokenUrl)}`;
    default:
      return htmlText(type);
  }
}

function groupPage({ markdown }: Input, { name, description, file, operations }: OperationGroup): SitePage {
  return {
    file,
    title: name,
    template: "site-group.html",
    entry: { kind: "page", title: name, line: "group of operations", members: [] },
    view: {
      title: htmlText(name),
      description: markdown.prose(description),
      operations: operations.map(({ subject, file: page }) => operationRow(subject, page)),
    },
  };
}

function operationRow(operation: HttpOperation, file: string): TemplateView {
  return {
    link: htmlLink(file, htmlText(operationTitle(operation, undefined))),
    method: htmlText(operation.httpMethod),
    path: htmlText(operation.path),
    isDeprecated: operation.deprecated,
  };
}

/** The list of the schemas of a section. */
export function schemaListPage({ title, schemas }: ApiSection | SchemasSection, file: string): SitePage {
  const name = file === "index.html" ? title : `Schemas of ${title}`;
  return {
    file,
    title: name,
    template: "site-schemas.html",
    entry: { kind: "page", title: name, line: "list of schemas", members: [] },
    view: {
      title: htmlText(name),
      schemas: schemas.map(({ subject, file: page }) => ({
        link: htmlLink(page, htmlText(subject.typeName)),
      })),
    },
  };
}

/** The view of the first page: each section with what it has. */
export function firstPageView(sections: readonly SiteSection[]): TemplateView {
  return {
    sections: sections.map((section) => ({
      link: htmlLink(`${section.folder}/index.html`, htmlText(section.title)),
      text: sectionText(section),
    })),
  };
}

function sectionText(section: SiteSection): Code {
  switch (section.kind) {
    case "api": {
      const count = section.groups.reduce((sum, { operations }) => sum + operations.length, 0);
      return htmlText(
        `${counted(count, "operation")}, ${counted(section.incoming.length, "webhook or callback", "webhooks and callbacks")}, ${counted(section.schemas.length, "schema")}`,
      );
    }
    case "events":
      return htmlText(counted(section.messages.length, "event"));
    case "schemas":
      return htmlText(counted(section.schemas.length, "schema"));
  }
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

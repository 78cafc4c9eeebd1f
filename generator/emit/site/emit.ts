import { empty } from "../../../reader/text/code/code.js";
import { htmlMarkdown } from "../../../reader/text/code/html-markdown.js";
import { asDraft202012 } from "../../../reader/validation/dialects/openapi30.js";
import { instanceChecks } from "../../../reader/validation/instances.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import type { GeneratedFile } from "../file.js";
import { eventPages } from "./events.js";
import { operationPage } from "./operation.js";
import { apiOverviews, firstPageView, schemaListPage } from "./overview.js";
import { pageFile, pageFrame, type SectionInput, type SitePage } from "./page.js";
import { schemaPage } from "./schemas.js";
import { type IndexedPage, searchIndex } from "./search-index.js";
import { type ApiSection, type SiteSection, sectionNames, siteSections, typeLinks } from "./site-map.js";

const folder = "reference/site";

/** `reference/site/`: the reference as pages of HTML with a search, to be served as files or opened from a disk. */
export function emitSite(given: EmitInput, render: Render): GeneratedFile[] {
  const input = { ...given, contracts: asDraft202012(given.contracts) };
  const sections = siteSections(input);
  if (sections.length === 0) return [];
  const shared = { markdown: htmlMarkdown(), checks: instanceChecks(given.contracts), render };
  const [first] = sections;
  const siteTitle = sections.length === 1 && first !== undefined ? first.title : "Reference";
  const indexed: IndexedPage[] = [];
  const files = sections.flatMap((section) => {
    const names = sectionNames(input, section);
    const links = typeLinks(section, sections);
    const made: SectionInput = { ...input, ...shared, section, names, links };
    // One page after another, since the views of all would take much memory.
    return Array.from(sectionPages(made), (page) => {
      indexed.push({ path: `${section.folder}/${page.file}`, entry: page.entry });
      return pageFile(made, page, siteTitle);
    });
  });
  const frame = pageFrame({ file: "index.html", title: siteTitle, siteTitle, root: "", contents: empty });
  return [
    { path: "index.html", text: render("site-index.html", { ...frame, ...firstPageView(sections) }) },
    ...files,
    { path: "assets/site.css", text: render("site.css", {}) },
    { path: "assets/search.js", text: render("site-search.js", {}) },
    { path: "assets/search-index.js", text: render("site-search-index.js", { index: searchIndex(indexed) }) },
  ].map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
}

function* sectionPages(input: SectionInput): Generator<SitePage> {
  const { section } = input;
  switch (section.kind) {
    case "api":
      yield* apiPages({ ...input, section });
      break;
    case "events":
      yield* eventPages({ ...input, section });
      break;
    case "schemas":
      yield schemaListPage(section, "index.html");
      yield* schemaPages(input, section);
      break;
  }
}

function* apiPages(input: SectionInput<ApiSection>): Generator<SitePage> {
  const { groups, incoming } = input.section;
  yield* apiOverviews(input);
  for (const { operations } of groups)
    for (const { subject, file } of operations) yield operationPage(input, file, { operation: subject });
  for (const { subject, file } of incoming)
    yield operationPage(input, file, { operation: subject.operation, handler: subject.name });
  yield* schemaPages(input, input.section);
}

function* schemaPages(
  input: SectionInput,
  { schemas }: Extract<SiteSection, { readonly schemas: unknown }>,
): Generator<SitePage> {
  for (const { subject, file } of schemas) yield schemaPage(input, file, subject);
}

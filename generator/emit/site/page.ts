import { type Code, code, empty, join } from "../../../reader/text/code/code.js";
import { htmlCode, htmlLink, htmlText, htmlType } from "../../../reader/text/code/html.js";
import type { HtmlMarkdown } from "../../../reader/text/code/html-markdown.js";
import type { InstanceChecks } from "../../../reader/validation/instances.js";
import type { Render, TemplateView } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import type { GeneratedFile } from "../file.js";
import { operationTitle } from "../reference/api.js";
import type { SiteSection } from "./site-map.js";

/** What the pages of a section are made with. */
export interface SectionInput<Section extends SiteSection = SiteSection> extends EmitInput {
  readonly section: Section;
  readonly markdown: HtmlMarkdown;
  readonly checks: InstanceChecks;
  readonly render: Render;
  /** The addresses of the pages of types. */
  readonly links: ReadonlyMap<string, string>;
}

/** What the search finds: a page, by its title, by the line below it and by the names of what it describes. */
export interface SearchEntry {
  readonly kind: "operation" | "webhook" | "callback" | "event" | "schema" | "page";
  readonly title: string;
  readonly line: string;
  /** Names of parameters and properties. */
  readonly members: readonly string[];
}

/** A page of a section. */
export interface SitePage {
  readonly file: string;
  readonly title: string;
  /** Name of the template, without `.hbs`. */
  readonly template: string;
  readonly view: TemplateView;
  readonly entry: SearchEntry;
}

/** A list of contents: links, of which one may be followed by further ones. */
interface ContentsItem {
  readonly file: string;
  readonly label: Code;
  readonly inner?: readonly ContentsItem[];
}

/** Where the pages of the site are, and the file of the page itself. */
interface Placed {
  readonly file: string;
  readonly title: string;
  readonly siteTitle: string;
  /** The path to the first page: empty for that page, `../` for those of a section. */
  readonly root: "" | "../";
  readonly contents: Code;
}

/** What the templates of all pages share. */
export function pageFrame({ title, siteTitle, root, contents, file }: Placed): TemplateView {
  const isFirst = root === "";
  return {
    pageTitle: isFirst ? htmlText(title) : htmlText(`${title} · ${siteTitle}`),
    siteTitle: htmlText(siteTitle),
    root: htmlText(root),
    hasContents: !contents.isEmpty,
    contents,
    isFirst: isFirst && file === "index.html",
  };
}

/** Renders a page of a section. */
export function pageFile(
  { section, render }: SectionInput,
  { file, title, template, view }: SitePage,
  siteTitle: string,
): GeneratedFile {
  const frame = pageFrame({ file, title, siteTitle, root: "../", contents: contentsList(section, file) });
  return { path: `${section.folder}/${file}`, text: render(template, { ...frame, ...view }) };
}

/** Most links of one part of the contents; a longer list is on a page of its own. */
const maxInner = 60;

/** The contents of a section: of its groups of operations, only the current one is unfolded. */
function contentsList(section: SiteSection, current: string): Code {
  const items: ContentsItem[] = [{ file: "index.html", label: htmlText(section.title) }];
  switch (section.kind) {
    case "api":
      items.push(...groupItems(section, current));
      if (section.incoming.length > 0)
        items.push({
          file: "index.html#webhooks",
          label: code`Webhooks and callbacks`,
          inner:
            section.incoming.length > maxInner
              ? []
              : section.incoming.map(({ subject, file }) => ({ file, label: htmlText(subject.name) })),
        });
      if (section.schemas.length > 0) items.push({ file: "schemas.html", label: code`Schemas` });
      break;
    case "events":
      items.push({
        file: "index.html#events",
        label: code`Events`,
        inner: section.messages.map(({ subject, file }) => ({ file, label: htmlText(subject.label) })),
      });
      if (section.set.protocol !== undefined)
        items.push(
          { file: "signature.html", label: code`Signature, step by step` },
          { file: "processing.html", label: code`Processing a delivery` },
        );
      break;
    case "schemas":
      items.push(
        ...section.schemas.map(({ subject, file }) => ({ file, label: htmlText(subject.typeName) })),
      );
      break;
  }
  return listCode(items, current);
}

function groupItems({ groups }: Extract<SiteSection, { kind: "api" }>, current: string): ContentsItem[] {
  return groups.map((group) => {
    const isOpen =
      group.file === current || groups.length === 1 || group.operations.some(({ file }) => file === current);
    const shown = isOpen && group.operations.length <= maxInner ? group.operations : [];
    const inner = shown.map(({ subject, file }) => ({
      file,
      label: htmlText(operationTitle(subject, undefined)),
    }));
    return { file: group.file, label: htmlText(group.name), inner };
  });
}

function listCode(items: readonly ContentsItem[], current: string): Code {
  const lines = items.map(({ file, label, inner = [] }) => {
    const mark = file === current ? code` aria-current="page"` : empty;
    const below = inner.length === 0 ? empty : listCode(inner, current);
    return code`<li><a href="${htmlText(file)}"${mark}>${label}</a>${below}</li>`;
  });
  return code`<ul>\n${join(lines, "\n")}\n</ul>`;
}

/** A type as inline code that leads to the pages of the types in it. */
export function typeCode({ links }: Pick<SectionInput, "links">, type: string): Code {
  return htmlType(type, (name) => links.get(name));
}

/** A link to an address of the web; otherwise the text alone. */
export function outerLink(address: unknown, label: string): Code {
  if (typeof address !== "string" || !/^https?:\/\//i.test(address)) return htmlText(label);
  return htmlLink(address, htmlText(label));
}

/** Names as inline code, separated by commas. */
export function codeList(names: readonly string[]): Code {
  return join(names.map(htmlCode), ", ");
}

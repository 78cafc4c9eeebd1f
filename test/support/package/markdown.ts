import { marked } from "marked";

/** The links and anchors of a Markdown page. */
export interface Links {
  /** The relative targets of links and images, those in HTML included, with their `#anchor` if present. */
  readonly targets: readonly string[];
  /** The anchors, without `#`, that GitHub and npm create from headings. */
  readonly anchors: ReadonlySet<string>;
}

/** Finds the links and anchors of a page outside of code blocks. */
export function findLinks(text: string): Links {
  const targets: string[] = [];
  const anchors = new Set<string>();
  const add = (anchor: string): void => {
    let name = anchor;
    for (let number = 1; anchors.has(name); number++) name = `${anchor}-${number}`;
    anchors.add(name);
  };
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "heading") add(headingAnchor(token.text as string));
    if (token.type === "html") {
      for (const [, id = ""] of (token.text as string).matchAll(/\s(?:id|name)="([^"]*)"/g)) anchors.add(id);
      for (const [, target = ""] of (token.text as string).matchAll(/\s(?:src|srcset|href)="([^"]*)"/g))
        if (isRelative(target)) targets.push(target);
    }
    if ((token.type === "link" || token.type === "image") && isRelative(token.href as string))
      targets.push(token.href as string);
  });
  return { targets, anchors };
}

function isRelative(target: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(target);
}

function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** Where links and images of generated pages may lead: to the web, to a mailbox, and to a place of the same page. */
const allowed = /^\s*(?:\\<)?(?:https?:\/\/|mailto:|#)/i;

/**
 * A line of Markdown whose links, images and link definitions lead to allowed addresses only; others become text. An address on the
 * next line isn't looked for, so such a link becomes text, too.
 */
export function withSafeLinks(line: string): string {
  return line.replace(/\](?=[(:])/g, (end, at: number) => {
    if (allowed.test(line.slice(at + 2, at + 60))) return end;
    return "]\\";
  });
}

/** A space of no width. */
const joiner = "\u200b";

/**
 * Text in which no renderer of pages that reads templates (Vue, Liquid, Handlebars) finds one: a space of no width separates what opens
 * it.
 */
export function withoutTemplates(text: string): string {
  return text.replace(/\{(?=\\?[{%#])/g, `{${joiner}`);
}

const pairs = ["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

/** The styles that OpenAPI defines for each place, its default first. */
const styles: Readonly<Record<string, readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: pairs,
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** The styles that a parameter `in` a place may have, its default first; none for any other place. */
export function stylesIn(where: string): readonly string[] {
  return Object.hasOwn(styles, where) ? (styles[where] ?? []) : [];
}

/** The style that a parameter has without one. */
export function defaultStyle(where: string): string {
  return stylesIn(where)[0] ?? "simple";
}

/** Whether a list or an object gets several pairs unless `explode` says otherwise. */
export function explodesByDefault(style: string): boolean {
  return style === "form" || style === "deepObject" || style === "cookie";
}

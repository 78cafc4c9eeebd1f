/** A name that the SDK exports. */
export interface ExportName {
  /** What a program imports, such as `platform/client.js`. */
  readonly module: string;
  /** As code names it, such as `Pet` or `components["schemas"]["Pet"]`; the module's path for the module itself. */
  readonly name: string;
}

/** `Pet from platform/types.js`: how findings name an export. */
export function exportText({ module, name }: ExportName): string {
  return name === module ? module : `${name} from ${module}`;
}

/** The path of a module as a program imports it. */
export function importPath(path: string): string {
  return path.replace(/(?:\.d)?\.ts$/, ".js");
}

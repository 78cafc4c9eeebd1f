import type { InterfaceDeclaration, Node, TypeAliasDeclaration } from "typescript";
import { loadTypescript } from "../../../../reader/large-libraries.js";

/** Declared where the first operation with an id is, or last if there is none; anything else has its place from the start. */
const operations = "operations";

interface Declared {
  readonly isInterface: boolean;
  readonly texts: string[];
}

/**
 * The text of what openapi-typescript declares for a document, made from its parts one after another, so that only the tree of one part is
 * in memory. An interface that several parts declare is written once, with the members of all.
 */
export class Declarations {
  readonly #all = new Map<string, Declared>();

  /** `print` gives the text of a statement, with a line break at its end. */
  constructor(readonly print: (statement: Node) => string) {}

  /** Adds the declarations of a part. One that is only a name for nothing gives way to an interface of another part. */
  add(statements: readonly Node[]): void {
    const { isInterfaceDeclaration } = loadTypescript();
    for (const statement of statements) {
      const { text: name } = (statement as InterfaceDeclaration | TypeAliasDeclaration).name;
      const known = this.#all.get(name);
      const isInterface = isInterfaceDeclaration(statement);
      if (known?.isInterface && isInterface) known.texts.push(membersOf(this.print(statement)));
      if (known?.isInterface || (known && !isInterface && name !== operations)) continue;
      if (name === operations) this.#all.delete(name);
      const text = this.print(statement);
      const texts = isInterface ? [text.slice(0, text.indexOf("\n") + 1), membersOf(text)] : [text];
      this.#all.set(name, { isInterface, texts });
    }
  }

  /** The text of all declarations. */
  text(): string {
    const all = [...this.#all.values()];
    return all.map(({ isInterface, texts }) => `${texts.join("")}${isInterface ? "}\n" : ""}`).join("");
  }
}

function membersOf(text: string): string {
  return text.slice(text.indexOf("\n") + 1, text.lastIndexOf("}"));
}

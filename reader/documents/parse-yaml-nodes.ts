import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { Composer, type CST, type Document, Lexer, type ParsedNode, Parser } from "yaml";

/** A document as the parser returns it. */
export type YamlDocument = Document<ParsedNode>;

/** The document of a YAML text, or the offset of the collection that opens the level beyond `maxJsonDepth`. */
export type YamlNodes =
  | { readonly kind: "parsed"; readonly document: YamlDocument; readonly second?: number }
  | { readonly kind: "too-deep"; readonly offset: number };

/**
 * Parses a YAML text like `parseDocument` of `yaml`, but stops at the limit on nesting: the parser of tokens keeps a
 * stack of its own, and only what is made of its tokens recurses. `second` is the offset of a second document. Keys may
 * repeat: the library would compare each with every other one.
 */
export function parseYamlNodes(text: string): YamlNodes {
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, stringKeys: true });
  try {
    const [document, second] = composer.compose(tokensOf(text), true, text.length);
    return { kind: "parsed", document: document as YamlDocument, ...(second && { second: second.range[0] }) };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { kind: "too-deep", offset: error.offset };
  }
}

class TooDeep extends Error {
  constructor(readonly offset: number) {
    super("nested too deeply");
  }
}

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length <= maxJsonDepth) continue;
    const collections = parser.stack.filter(({ type }) => collectionTypes.has(type));
    const deepest = collections[maxJsonDepth];
    if (deepest !== undefined) throw new TooDeep(deepest.offset);
  }
  yield* parser.end();
}

const collectionTypes: ReadonlySet<string> = new Set(["block-map", "block-seq", "flow-collection"]);

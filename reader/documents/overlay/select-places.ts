import type { FilterFunction, JSONPathEnvironment } from "json-p3";
import { compilePattern } from "../../patterns/compile-pattern.js";

/** Selects the places of a document that a JSONPath (RFC 9535) names, each once. */
export type SelectPlaces = (path: string, root: unknown) => string[][];

/** A selection repeats places, and nested ones multiply. */
const mostSelected = 1_000_000;

/** Loads the selector. It throws an `Error` with the reason for a path that is invalid or selects too much. */
export async function loadSelector(): Promise<SelectPlaces> {
  const { FunctionExpressionType, JSONPathEnvironment } = await import("json-p3");
  const { check } = await import("iregexp-check");
  const { ValueType, LogicalType } = FunctionExpressionType;
  const textFunction = (toPattern: (source: string) => string): FilterFunction => ({
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (text: unknown, source: unknown) =>
      typeof text === "string" &&
      typeof source === "string" &&
      check(source) &&
      compilePattern(toPattern(source)).test(text),
  });
  const environment = new JSONPathEnvironment();
  environment.functionRegister.set(
    "match",
    textFunction((source) => `^(?:${ecmaPattern(source)})$`),
  );
  environment.functionRegister.set("search", textFunction(ecmaPattern));
  return (path, root) => {
    const found = new Map<string, string[]>();
    let selected = 0;
    for (const { location } of environment.lazyQuery(path, root as Json)) {
      selected += 1;
      if (selected > mostSelected)
        throw new Error(`it selects more than ${mostSelected} places: name them more closely`);
      const tokens = location.map(String);
      found.set(JSON.stringify(tokens), tokens);
    }
    return [...found.values()];
  };
}

type Json = Parameters<JSONPathEnvironment["lazyQuery"]>[1];

/** An I-Regexp as an ECMA-262 pattern with the `u` flag (RFC 9485, section 5.3): a dot is any character but the ends of lines. */
function ecmaPattern(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]?|\./gsu, (part) => (part === "." ? "[^\\n\\r]" : part));
}

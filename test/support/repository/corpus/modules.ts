/** A tool of `npm run corpus`, as far as verdicts need it. */
export interface Tool {
  readonly id: string;
  readonly label: string;
}

/** What a tool made of a document. */
export interface Measured {
  readonly document: { readonly id: string; readonly kind: string };
  readonly tool: Tool;
  readonly result: {
    readonly kind: string;
    readonly reasons: readonly { readonly code: string; readonly message: string; readonly place: string }[];
    readonly warnings: number;
    readonly milliseconds: number;
    readonly used?: {
      readonly kind: string;
      readonly count: number;
      readonly checks: number;
      readonly errors: readonly object[];
    };
    readonly types?: { readonly kind: string; readonly count: number; readonly errors: readonly object[] };
  };
}

/** With what it means. */
export interface Judged extends Measured {
  readonly verdict: string;
  readonly why: string;
}

/** An exported function of a module in `tools/bench/corpus`, which is plain JavaScript. */
export async function fromCorpus<Value>(module: string, name: string): Promise<Value> {
  const { href } = new URL(`../../../../tools/bench/corpus/${module}`, import.meta.url);
  return ((await import(href)) as Record<string, Value>)[name] as Value;
}

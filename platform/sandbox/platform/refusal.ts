/** A command that can't be done. Nothing was changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Stable, in kebab case. */
  readonly code: string;
  /** `missing`: what it is about doesn't exist; `conflict`: its state doesn't allow this; `invalid`: the input is wrong. */
  readonly kind: "missing" | "conflict" | "invalid";
  /** The clause that it comes from, if the document has one. */
  readonly clause: string | undefined;

  constructor(
    kind: "missing" | "conflict" | "invalid",
    code: string,
    { message, clause }: { readonly message: string; readonly clause?: string },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.clause = clause;
  }
}

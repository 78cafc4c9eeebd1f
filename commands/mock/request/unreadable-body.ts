/** Why a body can't be read: a code, and a sentence without a full stop. */
export class UnreadableBody extends Error {
  constructor(
    readonly code: "json-syntax" | "invalid-utf8" | "form-syntax",
    message: string,
  ) {
    super(message);
  }
}

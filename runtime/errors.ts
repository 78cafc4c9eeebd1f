/**
 * The base of every error that oipkit throws on purpose. `code` is stable: it is part of the public
 * interface and never changes within a major version; `message` may. Facts are in fields of the
 * subclass, the original failure in `cause`. No message ever holds a token, a secret or a query value.
 */
export abstract class OipkitError extends Error {
  /** Stable kebab-case code of the kind of failure, such as `http-status`. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

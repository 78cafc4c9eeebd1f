/** A result, or a promise of it. */
export type MaybePromise<Result> = Result | Promise<Result>;

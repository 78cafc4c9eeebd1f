/** A result that is there, or to come. */
export type MaybePromise<Result> = Result | Promise<Result>;

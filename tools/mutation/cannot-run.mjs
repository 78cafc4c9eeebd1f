/** A run that can't begin, for a reason that its message says. */
export class CannotRun extends Error {}

/** The sets of severities to start from. */
export const setNames = ["minimal", "recommended", "thorough"] as const;

/** A set of severities. */
export type SetName = (typeof setNames)[number];

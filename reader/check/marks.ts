import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below } from "../documents/place.js";
import { schemasWith } from "./schema-places.js";

/** What a mark of a schema may be, and what is lost if it is something else. */
const marks = {
  "x-secret": {
    isRead: (value: unknown) => typeof value === "boolean",
    lost: "the value isn't kept secret",
    allowed: "`true` or `false`",
  },
  "x-level": {
    isRead: (value: unknown) => ["must", "should", "info"].includes(value as string),
    lost: "the schema is taken as a `must`",
    allowed: "`must`, `should` or `info`",
  },
  "x-clause": {
    isRead: (value: unknown) => typeof value === "string",
    lost: "findings name no clause",
    allowed: "a text",
  },
} as const;

/** Warns about marks of schemas in a form that isn't read: another platform may use the name for something else. */
export function checkMarks(contracts: Contracts): Diagnostic[] {
  return (Object.keys(marks) as (keyof typeof marks)[]).flatMap((name) => {
    const { isRead, lost, allowed } = marks[name];
    return schemasWith(contracts, name)
      .filter(({ value }) => !isRead(value[name]))
      .map((schema) => {
        const { document, tokens } = below(schema, name);
        return diagnose(document, tokens, {
          severity: "warning",
          code: "mark-unread",
          message: `\`${name}\` isn't read, since it isn't ${allowed}: ${lost}`,
          hint: `Write ${allowed}.`,
        });
      });
  });
}

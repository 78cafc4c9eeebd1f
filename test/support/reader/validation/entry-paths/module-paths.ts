import type { Catalog } from "../../../../../commands/validate/catalog.js";
import type { EntryPath } from "./entry-path.js";
import { agreed } from "./entry-path.js";
import type { PathContext } from "./path-context.js";

/** The two functions of a generated module. */
interface ValidatorModule {
  is(value: unknown): boolean;
  check(value: unknown): readonly unknown[];
}

interface EventModule {
  validateEvent(event: unknown, options: { readonly eventType: string }): { readonly kind: string };
}

/** The generated validators of components, schema files and messages. */
export async function modulePaths({ project, subjectId }: PathContext): Promise<EntryPath[]> {
  const { subjects } = await project.load<Catalog>("validators/catalog");
  const { validateEvent } = await project.load<EventModule>("validators/events");
  const path = (name: string, subjectKey: (schema: string) => string): EntryPath => ({
    name,
    async verdicts(schema, values) {
      const subject = subjects[subjectKey(schema)];
      if (subject === undefined) throw new Error(`no validator of ${subjectKey(schema)}`);
      const { is, check } = (await subject.load()) as unknown as ValidatorModule;
      return values.map((value) => agreed(is(value), check(value).length === 0, value));
    },
  });
  return [
    path("validator of a component", (schema) => schema),
    path("validator of a schema file", (schema) => `${subjectId(schema)}File`),
    path("validator of a message", (schema) => `${subjectId(schema)}Event`),
    path("validator of a webhook", (schema) => `${subjectId(schema)}Hook`),
    {
      name: "validator of all events",
      async verdicts(schema, values) {
        const eventType = `${subjectId(schema)}Event`;
        return values.map((value) => {
          const { kind } = validateEvent(value, { eventType });
          if (kind === "unknown") throw new Error(`unknown event ${eventType}`);
          return kind === "valid";
        });
      },
    },
  ];
}

import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Step } from "./step.js";
import type { Dialect, Store } from "./store.js";
import type { Tables } from "./tables.js";

/** Stands for a value that comes with each use. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** What a template is made with. */
export interface TemplateParts<Name extends string> {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** A parameter. */
  readonly value: <Type>(name: Name) => RawBuilder<Type>;
}

/** Makes a step with the values of its parameters. */
export type Template<Row, Name extends string> = (
  store: Pick<Store, "db" | "dialect">,
  values: Readonly<Record<Name, unknown>>,
) => Step<Row>;

/** A statement whose text is made once for each store, since that takes longer than most databases need to run it. */
export function template<Row, Name extends string>(
  build: (parts: TemplateParts<Name>) => { readonly compile: () => CompiledQuery<Row> },
): Template<Row, Name> {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>();
  return ({ db, dialect }, values) => {
    let query = compiled.get(db);
    if (query === undefined) {
      query = build({ db, dialect, value: (name) => sql`${new Placeholder(name)}` }).compile();
      compiled.set(db, query);
    }
    const parameters = query.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as Name] : each,
    );
    return { sql: query.sql, parameters };
  };
}

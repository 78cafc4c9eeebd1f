import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect, SqlStatement, Store } from "./store.js";
import type { Tables } from "./tables.js";

/** Stands for a value that comes with each use. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** What a template is made with. */
interface TemplateParts<Name extends string> {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** A parameter. */
  readonly value: <Type>(name: Name) => RawBuilder<Type>;
}

/** Makes a step with the values of its parameters. */
type Template<Row, Name extends string> = (
  store: Pick<Store, "db" | "dialect">,
  values: Readonly<Record<Name, unknown>>,
) => SqlStatement<Row>;

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

/** The rows of steps, in their order; none for steps that are left out. */
type StepRows<Steps extends readonly (SqlStatement | undefined)[]> = {
  -readonly [Index in keyof Steps]: Exclude<Steps[Index], undefined> extends SqlStatement<infer Row>
    ? readonly Row[]
    : never;
};

/** Runs the steps that are there. */
export async function runSteps<const Steps extends readonly (SqlStatement | undefined)[]>(
  run: (steps: readonly SqlStatement[]) => Promise<readonly (readonly object[])[]>,
  steps: Steps,
): Promise<StepRows<Steps>> {
  const rows = await run(steps.filter((step) => step !== undefined));
  let next = 0;
  return steps.map((step) => (step === undefined ? [] : (rows[next++] ?? []))) as StepRows<Steps>;
}

/** Runs steps one after the other in a transaction that has begun. */
export async function stepByStep(
  db: Kysely<Tables>,
  steps: readonly SqlStatement[],
): Promise<readonly (readonly object[])[]> {
  const all: (readonly object[])[] = [];
  for (const { sql: text, parameters } of steps) {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...parameters]));
    all.push(rows);
  }
  return all;
}

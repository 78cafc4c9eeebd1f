import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";

/** Runs one statement on one connection and returns its rows. */
export type Runner = (sql: string, parameters: readonly unknown[]) => Promise<readonly object[]>;

/** A connection as Kysely sees it. Statements that need the number of changed rows use `returning`. */
export function connectionOf(run: Runner): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: [...(await run(sql, parameters))] as Row[] };
    },
    // biome-ignore lint/correctness/useYield: the engine streams nothing.
    async *streamQuery() {
      throw new Error("rows are never streamed");
    },
  };
}

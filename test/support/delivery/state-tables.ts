import { sql } from "kysely";
import type { Store } from "../../../delivery/index.js";

/** A row of a table, with `null` where the table says nothing. */
interface Row {
  readonly table: string;
  readonly sequence: number;
  readonly endpoint_id: string | null;
  readonly due_at: number | null;
  readonly kind: string | null;
  readonly state: string;
}

/** In which table a delivery in a state is. */
const stateTables: Readonly<Record<string, string>> = {
  pending: "waiting",
  sending: "sending",
  failed: "undelivered",
  cancelled: "undelivered",
};

/** What is wrong with the tables of states, compared with the deliveries themselves. */
export async function misplaced(store: Pick<Store, "db">): Promise<readonly string[]> {
  const rows = await allRows(store);
  const text = ({ table, sequence, endpoint_id, due_at, kind, state }: Row): string =>
    `${table} ${JSON.stringify({
      sequence,
      state,
      ...(table !== "undelivered" && { endpoint_id }),
      ...(table === "waiting" && { due_at, kind }),
    })}`;
  const found = rows.filter(({ table }) => table !== "deliveries").map(text);
  const expected = rows
    .filter(({ table }) => table === "deliveries")
    .flatMap((row) => {
      const table = stateTables[row.state];
      if (table === undefined) return [];
      return [text({ ...row, table })];
    });
  return [
    ...found.filter((row) => !expected.includes(row)).map((row) => `needless: ${row}`),
    ...expected.filter((row) => !found.includes(row)).map((row) => `missing: ${row}`),
  ];
}

/** In one statement, since an engine that has crashed may still commit between two. */
async function allRows({ db }: Pick<Store, "db">): Promise<readonly Row[]> {
  const noText = sql<string | null>`cast(null as text)`;
  const noTime = sql<number | null>`cast(null as bigint)`;
  const named = (name: string) => sql<string>`cast(${sql.lit(name)} as text)`;
  return db
    .selectFrom("deliveries")
    .select(["sequence", "endpoint_id", "due_at", "kind", "state"])
    .select([named("deliveries").as("table")])
    .$castTo<Row>()
    .unionAll(
      db
        .selectFrom("waiting")
        .select(["sequence", "endpoint_id", "due_at", "kind"])
        .select([named("pending").as("state"), named("waiting").as("table")])
        .$castTo<Row>(),
    )
    .unionAll(
      db
        .selectFrom("sending")
        .select(["sequence", "endpoint_id"])
        .select([noTime.as("due_at"), noText.as("kind")])
        .select([named("sending").as("state"), named("sending").as("table")])
        .$castTo<Row>(),
    )
    .unionAll(
      db
        .selectFrom("undelivered")
        .select(["sequence", noText.as("endpoint_id"), noTime.as("due_at"), noText.as("kind")])
        .select(["state", named("undelivered").as("table")])
        .$castTo<Row>(),
    )
    .execute();
}

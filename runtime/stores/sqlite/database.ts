import { StoreFailure } from "../../ports/store-failure.js";
import { createSerial } from "../serial.js";
import { type OpenConnection, openConnection, type SqliteConnection } from "./connection.js";

/** A database file: one connection for writes, used one at a time, and one to read committed data. */
export interface SqliteDatabase {
  /** Where it is, for messages. */
  readonly place: string;
  readonly reader: SqliteConnection;
  /** Runs work in a transaction that no other writer of the file overlaps. */
  readonly transact: <Result>(work: (connection: SqliteConnection) => Promise<Result>) => Promise<Result>;
  /** Begins such a transaction, which `end` ends. */
  readonly begin: () => Promise<{
    readonly connection: SqliteConnection;
    readonly end: (statement: "commit" | "rollback") => Promise<void>;
  }>;
  readonly close: () => Promise<void>;
}

/** Opens nothing yet; the first statement does. Throws `store-options`. */
export function sqliteDatabase(file: string): SqliteDatabase {
  if (file === "") throw new StoreFailure("store-options", "the name of the SQLite file is empty");
  const place = `the SQLite file ${file}`;
  const serial = createSerial();
  let opened: Promise<{ writer: OpenConnection; reader: OpenConnection }> | undefined;
  let isClosed = false;

  async function open(): Promise<{ writer: OpenConnection; reader: OpenConnection }> {
    if (isClosed) throw new StoreFailure("store-closed", `${place} was closed`);
    opened ??= (async () => {
      const writer = await openConnection(file, place);
      return { writer, reader: await openConnection(file, place) };
    })();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  }

  async function inTransaction<Result>(
    work: (connection: SqliteConnection) => Promise<Result>,
  ): Promise<Result> {
    const { writer } = await open();
    await writer.exec("begin immediate");
    let result: Result;
    try {
      result = await work(writer);
    } catch (failure) {
      await writer.exec("rollback");
      throw failure;
    }
    try {
      await writer.exec("commit");
    } catch (failure) {
      await writer.exec("rollback").catch(() => {});
      throw failure;
    }
    return result;
  }

  return {
    place,
    reader: { all: async (sql, values) => (await open()).reader.all(sql, values) },
    transact: (work) => serial(() => inTransaction(work)),
    begin: () =>
      new Promise((resolve, reject) => {
        serial(async () => {
          const { writer } = await open();
          await writer.exec("begin immediate");
          let finish: (() => void) | undefined;
          const finished = new Promise<void>((done) => {
            finish = done;
          });
          let isOpen = true;
          resolve({
            connection: {
              async all(sql, values) {
                if (!isOpen) throw new StoreFailure("store-closed", "the transaction has ended");
                return writer.all(sql, values);
              },
            },
            async end(statement) {
              if (!isOpen) return;
              isOpen = false;
              try {
                await writer.exec(statement);
              } catch (failure) {
                await writer.exec("rollback").catch(() => {});
                throw failure;
              } finally {
                finish?.();
              }
            },
          });
          await finished;
        }).catch(reject);
      }),
    async close() {
      isClosed = true;
      const connections = await opened?.catch(() => undefined);
      await serial(async () => {
        connections?.writer.close();
        connections?.reader.close();
      });
    },
  };
}

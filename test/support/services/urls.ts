/** The URLs of the servers that the tests share; `start.ts` starts those that don't answer. */
export const postgresUrl = process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres";
export const redisUrl = process.env.OIPKIT_TEST_REDIS ?? "redis://127.0.0.1:6379/0";

/** Whether the tests start their own servers even if others answer. */
export const useOwnServices = process.env.OIPKIT_TEST_OWN_SERVICES === "1";

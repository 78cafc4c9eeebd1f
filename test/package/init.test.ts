import { describeInit } from "../support/package/describe-init.js";

// `first-hour.test.ts` runs every case.
describeInit("a few cases", { args: ["--yes"], packages: ["libsql"] });

describeInit("a few cases", {
  args: ["--framework", "hono", "--store", "memory", "--identity", "user"],
  packages: ["@hono/node-server", "hono"],
});

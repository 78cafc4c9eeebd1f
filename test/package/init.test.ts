import { describeInit } from "../support/package/describe-init.js";

describeInit("every case", { args: ["--yes"], packages: ["libsql"], only: ["*"] });

describeInit("a few cases", {
  args: ["--framework", "hono", "--store", "memory", "--identity", "user"],
  packages: ["@hono/node-server", "hono"],
});

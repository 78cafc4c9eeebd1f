import { defineConfig } from "oipkit/config";

// npx oipkit generate --config examples/plugins/oipkit.config.ts
export default defineConfig({
  contracts: "../../contracts",
  out: "generated",
  only: ["tanstack-query"],
  plugins: [{ from: "./tanstack-query.ts", options: { key: "open-platform" } }],
});

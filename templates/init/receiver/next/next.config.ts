import type { NextConfig } from "next";

const config: NextConfig = {
  // Drivers with native or optional parts are loaded from `node_modules`, not bundled.
  serverExternalPackages: ["libsql", "pg", "redis"],
};

export default config;

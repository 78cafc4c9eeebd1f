import { createRoute } from "@tanstack/react-router";
import { ScopePage } from "../frame/scope-page.js";
import { BrokenPage } from "../parts/failure.js";
import { rootRoute } from "./root.js";

/** `/$organization/$environment`: what every page below is about. The address says it, so nothing switches by itself. */
export const scopeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$organization/$environment",
  component: ScopePage,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
});

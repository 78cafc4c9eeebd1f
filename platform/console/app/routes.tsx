import { createRootRoute, createRoute } from "@tanstack/react-router";
import { ConsoleFailure } from "./client.js";
import { ApplicationPage, ScopePage } from "./frame/scope-page.js";
import { BrokenPage, FailureView } from "./parts/failure.js";
import { SessionGate } from "./session/session-gate.js";

/** The root of all routes: nobody sees a page without a session. */
export const rootRoute = createRootRoute({
  component: SessionGate,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
  notFoundComponent: () => <FailureView failure={new ConsoleFailure("page-unknown", "", { status: 404 })} />,
});

/** `/$organization/$environment`: what every page below is about. The address says it, so nothing switches by itself. */
export const scopeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$organization/$environment",
  component: ScopePage,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
});

/** `…/applications/$application`: pages of one application, which they get by `useApplication`. */
export const applicationRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "applications/$application",
  component: ApplicationPage,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
});

import { createRootRoute } from "@tanstack/react-router";
import { ConsoleFailure } from "../api/failure.js";
import { BrokenPage, FailureView } from "../parts/failure.js";
import { SessionGate } from "../session/session-gate.js";

/** The root of all routes: nobody sees a page without a session. */
export const rootRoute = createRootRoute({
  component: SessionGate,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
  notFoundComponent: () => <FailureView failure={new ConsoleFailure("page-unknown", "", { status: 404 })} />,
});

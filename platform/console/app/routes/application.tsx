import { createRoute } from "@tanstack/react-router";
import { ApplicationPage } from "../frame/application-page.js";
import { BrokenPage } from "../parts/failure.js";
import { scopeRoute } from "./scope.js";

/** `…/applications/$application`: pages of one application, which they get by `useApplication`. */
export const applicationRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "applications/$application",
  component: ApplicationPage,
  errorComponent: ({ error }) => <BrokenPage error={error} />,
});

import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../routes/root.js";
import { HomePage } from "./home-page.js";

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomePage });

/** Routes of this folder. */
export const homeRoutes = [homeRoute] as const;

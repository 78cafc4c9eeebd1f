import { createRoute, Navigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { Frame } from "../../frame/frame.js";
import { Empty } from "../../parts/notice.js";
import { rootRoute } from "../../routes.js";
import { useSession } from "../../session/use-session.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomePage });

/** Routes of this folder. */
export const homeRoutes = [homeRoute] as const;

/** `/`: the only place that chooses for the person, since nothing is open yet. Leads to the first organization. */
function HomePage() {
  const t = useTexts(texts);
  const { organizations, applications } = useSession();
  const active = organizations.filter(({ status }) => status === "active");
  const withApplications = active.find(({ organization_id }) =>
    applications.some((application) => application.organization_id === organization_id),
  );
  const first = withApplications ?? active[0];
  if (first === undefined)
    return (
      <Frame>
        <Empty isPage icon={Building2} title={t("none")}>
          {t("noneHelp")}
        </Empty>
      </Frame>
    );
  return (
    <Navigate
      to="/$organization/$environment/applications"
      params={{ organization: first.organization_id, environment: "sandbox" }}
      replace
    />
  );
}

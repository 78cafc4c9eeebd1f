import { Navigate } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { Frame } from "../../frame/frame.js";
import { Empty } from "../../parts/empty.js";
import { useSession } from "../../session/use-session.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** `/`: the only place that chooses for the person, since nothing is open yet. Leads to the first organization. */
export function HomePage() {
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

import { Outlet, useParams } from "@tanstack/react-router";
import { CircleOff } from "lucide-react";
import { useMemo } from "react";
import { LinkButton } from "../parts/button.js";
import { Empty } from "../parts/empty.js";
import { type Environment, environments, type Scope, ScopeProvider } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common.js";
import { useLocalized } from "../texts/language.js";
import { Frame } from "./frame.js";

/** Everything of an organization and environment. If access to it is lost, it says so, and never goes elsewhere by itself. */
export function ScopePage() {
  const { organization, environment } = useParams({ from: "/$organization/$environment" });
  const { organizations } = useSession();
  const found = organizations.find(({ organization_id }) => organization_id === organization);
  const known = environments.find((name) => name === environment);
  const scope = useMemo<Scope | null>(
    () =>
      found === undefined || known === undefined || found.status === "revoked"
        ? null
        : {
            organization: found,
            environment: known,
            params: { organization: found.organization_id, environment: known },
          },
    [found, known],
  );
  if (scope === null) return <NoAccess id={organization} name={found} environment={known ?? "sandbox"} />;
  return (
    <ScopeProvider value={scope}>
      <Frame key={`${organization} ${environment}`}>
        <Outlet />
      </Frame>
    </ScopeProvider>
  );
}

function NoAccess({
  id,
  name,
  environment,
}: {
  readonly id: string;
  readonly name: Scope["organization"] | undefined;
  readonly environment: Environment;
}) {
  const t = useCommonTexts();
  const localized = useLocalized();
  const { organizations } = useSession();
  const shown = name === undefined ? id : localized(name.name);
  const others = organizations.filter(
    ({ status, organization_id }) => status === "active" && organization_id !== id,
  );
  return (
    <Frame>
      <div role="alert">
        <Empty
          isPage
          icon={CircleOff}
          title={t(name === undefined ? "scope.unknownOrganization" : "scope.lost", { name: shown })}
          actions={others.map(({ organization_id, name: other }) => (
            <LinkButton
              key={organization_id}
              to="/$organization/$environment/applications"
              params={{ organization: organization_id, environment }}
            >
              {t("scope.goTo", { name: localized(other) })}
            </LinkButton>
          ))}
        >
          {t(name === undefined ? "scope.unknownHelp" : "scope.lostHelp")}
        </Empty>
      </div>
    </Frame>
  );
}

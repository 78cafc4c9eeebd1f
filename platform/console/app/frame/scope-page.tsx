import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { CircleOff } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ConsoleFailure } from "../client.js";
import { LinkButton } from "../parts/button.js";
import { FailureView } from "../parts/failure.js";
import { Empty } from "../parts/notice.js";
import {
  ApplicationProvider,
  applicationQuery,
  type Environment,
  environments,
  type Scope,
  ScopeProvider,
  useScope,
} from "../scope.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { useLocalized } from "../texts/texts.js";
import { rememberApplication } from "./chosen-application.js";
import { Frame } from "./frame.js";
import { PageSkeleton } from "./frame-skeleton.js";

/** Everything of an organization and environment. If access to it is lost, it says so, and never goes elsewhere by itself. */
export function ScopePage() {
  const { organization, environment } = useParams({ from: "/$organization/$environment" });
  const { organizations } = useSession();
  const found = organizations.find(({ organization_id }) => organization_id === organization);
  const known = environments.find((name) => name === environment);
  const scope = useMemo<Scope | null>(() => {
    if (found === undefined || known === undefined || found.status === "revoked") return null;
    return {
      organization: found,
      environment: known,
      params: { organization: found.organization_id, environment: known },
    };
  }, [found, known]);
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

/** Reads the application of a page. One of another organization or environment isn't shown: the address would be wrong. */
export function ApplicationPage() {
  const { application } = useParams({ from: "/$organization/$environment/applications/$application" });
  const { organization, environment } = useScope();
  const { data, error, refetch } = useQuery(applicationQuery(application));
  const isHere =
    data !== undefined &&
    data.application.organization_id === organization.organization_id &&
    data.application.environment === environment;
  const scope = `${organization.organization_id}/${environment}`;
  useEffect(() => {
    if (isHere) rememberApplication(scope, application);
  }, [isHere, scope, application]);
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  if (!isHere)
    return <FailureView failure={new ConsoleFailure("application-elsewhere", "", { status: 404 })} />;
  return (
    <ApplicationProvider value={data}>
      <Outlet key={application} />
    </ApplicationProvider>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConsoleFailure } from "../api/failure.js";
import { FailureView } from "../parts/failure.js";
import { ApplicationProvider, applicationQuery } from "../routes/application-context.js";
import { useScope } from "../routes/scope-context.js";
import { PageSkeleton } from "./frame-skeleton.js";
import { rememberApplication } from "./last-application.js";

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

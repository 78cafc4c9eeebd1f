import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readRequest } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { Checks } from "./checks.js";
import { Denial } from "./denial.js";
import { RequestFacts } from "./request-facts.js";
import { StatusBadge } from "./status-badge.js";
import { texts } from "./texts.js";
import "./requests.css";

/** A request with every check, in their order: what was looked at, and why it was denied. */
export function RequestPage() {
  const t = useTexts(texts);
  const { request: request_id } = useParams({
    from: "/$organization/$environment/applications/$application/requests/$request",
  });
  const scope = useScope();
  const { application_id } = useApplication().application;
  const { data, error, refetch } = useQuery({
    queryKey: applicationKey(application_id, "requests", "one", request_id),
    queryFn: ({ signal }) => call(readRequest(client, { application_id, request_id }, { signal })),
  });
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  return (
    <div className="page">
      <PageHeader
        trail={[
          <Link
            key="list"
            to="/$organization/$environment/applications/$application/requests"
            params={{ ...scope.params, application: application_id }}
          >
            {t("title")}
          </Link>,
        ]}
        title={`${data.method} ${data.path}`}
        badge={<StatusBadge of={data} />}
      />
      <Denial request={data} />
      <div className="requests-details">
        <Checks checks={data.checks} />
        <RequestFacts request={data} />
      </div>
    </div>
  );
}

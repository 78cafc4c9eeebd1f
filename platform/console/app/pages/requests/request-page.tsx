import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readRequest } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { Checks, Denial } from "./checks.js";
import { LoggedBodies } from "./logged-bodies.js";
import { type ApiRequest, StatusBadge } from "./request-status.js";
import { texts } from "./texts.js";
import "./requests.css";
import { Copyable } from "../../parts/copy.js";
import { Panel } from "../../parts/panel.js";
import { Time } from "../../time.js";

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
      <LoggedBodies request={data} />
    </div>
  );
}

/** Ids and times of a request. */
export function RequestFacts({ request }: { readonly request: ApiRequest }) {
  const t = useTexts(texts);
  const { request_id, at, operation, identity, duration_ms, environment } = request;
  const isKnown = identity === "application" || identity === "user";
  return (
    <Panel title={t("about")}>
      <dl className="requests-facts">
        <div>
          <dt>{t("id")}</dt>
          <dd>
            <Copyable text={request_id} name={t("id")} />
          </dd>
        </div>
        <div>
          <dt>{t("at")}</dt>
          <dd>
            <Time at={at} absolute />
          </dd>
        </div>
        <div>
          <dt>{t("operation")}</dt>
          <dd>{operation === null ? t("noOperation") : <code>{operation}</code>}</dd>
        </div>
        <div>
          <dt>{t("identity")}</dt>
          <dd>{isKnown ? t(`identities.${identity}`) : (identity ?? t("unknownIdentity"))}</dd>
        </div>
        {environment !== null && (
          <div>
            <dt>{t("environment")}</dt>
            <dd>{environment}</dd>
          </div>
        )}
        <div>
          <dt>{t("duration")}</dt>
          <dd className="number">{t("took", { ms: duration_ms.toFixed(1) })}</dd>
        </div>
      </dl>
    </Panel>
  );
}

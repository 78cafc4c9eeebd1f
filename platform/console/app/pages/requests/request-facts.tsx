import { Copyable } from "../../parts/copy.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { ApiRequest } from "./request-types.js";
import { texts } from "./texts.js";

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

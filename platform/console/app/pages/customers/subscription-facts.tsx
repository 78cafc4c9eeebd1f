import { CodeBlock } from "../../code/code-block.js";
import { prettyJson } from "../../code/pretty-json.js";
import { Copyable } from "../../parts/copy.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { Subscription } from "./customer-types.js";
import { texts } from "./texts.js";

/** Ids, dates and details of a subscription. */
export function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const t = useTexts(texts);
  const { subscription_id, version, reason, period_start, period_end, status_since, billing, details } =
    subscription;
  return (
    <Panel title={t("about")}>
      <div className="stack">
        <Facts
          items={[
            [t("id"), <Copyable key="id" text={subscription_id} name={t("id")} />],
            [
              t("version"),
              <span key="version" className="number">
                {version}
              </span>,
            ],
            [t("reason"), <code key="reason">{reason}</code>],
            [t("since"), <Time key="since" at={status_since} absolute />],
            [
              t("period"),
              <span key="period">
                <Time at={period_start} absolute /> – <Time at={period_end} absolute />
              </span>,
            ],
            [t("billing"), t(`checkout.${billing}`)],
          ]}
        />
        {Object.keys(details).length > 0 && (
          <Disclosure title={t("details")}>
            <CodeBlock code={prettyJson(details)} language="json" name={t("details")} />
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}

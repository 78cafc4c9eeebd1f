import { Link } from "@tanstack/react-router";
import { CodeBlock } from "../../code/code-block.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { callSnippet } from "./snippets.js";
import { Step } from "./step.js";
import { texts } from "./texts.js";

/** The first call of the API, with the real ids. */
export function CallStep() {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application, call_configuration } = useApplication();
  const service = call_configuration.find(({ identity }) => identity === "application");
  const target = { ...params, application: application.application_id };
  return (
    <Step number={5} title={t("call.title")} help={t("call.help")}>
      {service === undefined || service.products.length === 0 ? (
        <p>
          {t("call.needsAccess")}{" "}
          <Link to="/$organization/$environment/applications/$application/products" params={target}>
            {t("connect.products")}
          </Link>
        </p>
      ) : (
        <CodeBlock
          code={callSnippet({
            clientId: service.client_id,
            issuer: service.issuer,
            apiUrl: service.api_url,
            environment: application.environment,
          })}
          language="ts"
          name="call.mjs"
          title="call.mjs"
        />
      )}
    </Step>
  );
}

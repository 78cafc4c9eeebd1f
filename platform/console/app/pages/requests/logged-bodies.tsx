import type { components } from "../../../generated/console/types.js";
import { CodeBlock, prettyText } from "../../parts/code-block.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import type { ApiRequest } from "./request-status.js";
import { texts } from "./texts.js";

type Body = components["schemas"]["SandboxLoggedBody"];

/** The bodies of a request and its answer, masked, as far as they are kept. */
export function LoggedBodies({ request: { request_body, answer_body } }: { readonly request: ApiRequest }) {
  const t = useTexts(texts);
  if (request_body === undefined || answer_body === undefined) return null;
  return (
    <Panel title={t("bodies.title")} lead={t("bodies.lead")}>
      <div className="requests-bodies">
        <LoggedBody name={t("bodies.request")} body={request_body} />
        <LoggedBody name={t("bodies.answer")} body={answer_body} />
      </div>
    </Panel>
  );
}

function LoggedBody({ name, body }: { readonly name: string; readonly body: Body }) {
  const t = useTexts(texts);
  const { state, text, bytes, truncated, masked } = body;
  return (
    <div className="stack-small">
      <h3>{name}</h3>
      {state === "kept" && text !== null ? (
        <CodeBlock code={truncated ? text : prettyText(text)} language="json" name={name} wrap />
      ) : (
        <p className="muted">{t(`bodies.states.${state}`)}</p>
      )}
      {bytes !== null && bytes > 0 && (
        <p className="small muted">
          {truncated ? t("bodies.cut", { bytes, shown: text?.length ?? 0 }) : t("bodies.whole", { bytes })}{" "}
          {masked.length > 0 && t("bodies.masked", { names: masked.join(", ") })}
        </p>
      )}
    </div>
  );
}

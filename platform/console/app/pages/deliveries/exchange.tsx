import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { CodeBlock, prettyText } from "../../parts/code-block.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import type { Attempt } from "./delivery-types.js";
import { texts } from "./texts.js";

/** The request and the answer of an attempt, as they were. */
export function Exchange({ attempt }: { readonly attempt: Attempt }) {
  const t = useTexts(texts);
  const { number, started_at, secret_version, meaning, error, sent } = attempt;
  return (
    <Panel
      title={t("exchange.title", { number: String(number) })}
      lead={
        <>
          <Time at={started_at} absolute /> · {t("timeline.secret", { version: String(secret_version) })}
        </>
      }
    >
      <div className="stack">
        {(meaning !== null || error !== null) && (
          <Notice tone={error === null && isGood(attempt) ? "good" : "bad"} title={error ?? undefined}>
            {meaningText(attempt, t)}
          </Notice>
        )}
        {sent === null && (
          <Notice title={t("exchange.gone")}>
            <p>{t("exchange.goneHelp")}</p>
          </Notice>
        )}
        {(sent !== null || attempt.answer !== null) && (
          <Tabs key={number} defaultSelectedKey={sent === null ? "answer" : "request"}>
            <TabList className="tabs-list" aria-label={t("exchange.title", { number: String(number) })}>
              {sent !== null && <Tab id="request">{t("exchange.request")}</Tab>}
              <Tab id="answer">{t("exchange.answer")}</Tab>
            </TabList>
            <TabPanel id="request" className="tab-panel">
              <SentRequest attempt={attempt} />
            </TabPanel>
            <TabPanel id="answer" className="tab-panel">
              <ReceivedAnswer attempt={attempt} />
            </TabPanel>
          </Tabs>
        )}
      </div>
    </Panel>
  );
}

function isGood({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function SentRequest({ attempt: { sent } }: { readonly attempt: Attempt }) {
  const t = useTexts(texts);
  if (sent === null) return null;
  const { method, url, headers, body, masked, body_truncated } = sent;
  const lines = [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)];
  return (
    <div className="stack-small">
      <CodeBlock
        wrap
        code={lines.join("\n")}
        language="http"
        name={t("exchange.headers")}
        title={t("exchange.headers")}
      />
      <CodeBlock wrap code={body} language="json" name={t("exchange.body")} title={t("exchange.body")} />
      {masked.length > 0 && (
        <p className="small muted">{t("exchange.masked", { names: masked.join(", ") })}</p>
      )}
      {body_truncated && <p className="small muted">{t("exchange.truncated")}</p>}
    </div>
  );
}

function ReceivedAnswer({ attempt: { sent, status, answer } }: { readonly attempt: Attempt }) {
  const t = useTexts(texts);
  const headers = sent?.answer_headers ?? [];
  const lines = [
    status === null ? t("timeline.noAnswer") : `HTTP ${status}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ];
  return (
    <div className="stack-small">
      <CodeBlock
        wrap
        code={lines.join("\n")}
        language="http"
        name={t("exchange.answer")}
        title={t("exchange.answer")}
      />
      {answer === null || answer === "" ? (
        <p className="small muted">{t("exchange.noBody")}</p>
      ) : (
        <CodeBlock
          wrap
          code={prettyText(answer)}
          language="json"
          name={t("exchange.answerBody")}
          title={t("exchange.answerBody")}
        />
      )}
    </div>
  );
}

const known = { 204: "committed", 401: "unauthenticated", 422: "unprocessable", 503: "unavailable" } as const;

type Known = keyof typeof known;

/** What an answer means, in the page's language; what the backend says if the page doesn't know the status. */
function meaningText(
  { status, meaning }: Attempt,
  t: ReturnType<typeof useTexts<(typeof texts)["en"]>>,
): string | undefined {
  if (meaning === null) return undefined;
  if (status === null) return meaning;
  if (Object.hasOwn(known, status)) return t(`exchange.meaning.${known[status as Known]}`);
  if (status >= 200 && status < 300) return t("exchange.meaning.accepted");
  return meaning;
}

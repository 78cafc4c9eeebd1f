import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { compareSignature } from "../../../generated/console/client.js";
import { type ConsoleFailure, call, client, consoleFailure } from "../../client.js";
import { useMoment } from "../../health/moment.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { Copyable } from "../../parts/copy.js";
import { FailureNotice } from "../../parts/failure.js";
import { TextField } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { useApplication } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import type { Comparison, Signature } from "./delivery-types.js";
import { texts } from "./texts.js";

/** How an attempt was signed, step by step, and where what a receiver computed differs. */
export function SignaturePanel({
  delivery,
  attempt,
  signature,
  body,
}: {
  readonly delivery: string;
  readonly attempt: number;
  readonly signature: Signature;
  readonly body: string | undefined;
}) {
  const t = useTexts(texts);
  const [comparison, setComparison] = useState<Comparison>();
  return (
    <Panel title={t("signature.title")} lead={t("signature.lead")}>
      <div className="deliveries-signature">
        <ol className="deliveries-steps">
          {signature.steps.map((step) => {
            const { clause, mistake } = step;
            const outcome = comparison?.steps.find((compared) => compared.step === step.step)?.outcome;
            const parts = comparison?.parts_at === step.step;
            return (
              <li key={step.step} data-outcome={outcome} className={parts ? "parts" : undefined}>
                <div className="row-between">
                  <h3>{has(step.step) ? t(`signature.steps.${step.step}`) : step.step}</h3>
                  <span className="row">
                    {outcome === "agrees" && <Badge tone="good">{t("compare.agrees")}</Badge>}
                    {outcome === "differs" && <Badge tone="bad">{t("compare.differs")}</Badge>}
                    <span className="small faint">{clause}</span>
                  </span>
                </div>
                {has(step.step) && <p className="muted">{t(`signature.explain.${step.step}`)}</p>}
                <SignatureValue step={step} signature={signature} body={body} />
                <p className="small">
                  <span className="deliveries-mistake">{t("signature.mistake")}:</span>{" "}
                  {has(step.step) ? t(`signature.mistakes.${step.step}`) : mistake}
                </p>
              </li>
            );
          })}
        </ol>
        <CompareForm
          delivery={delivery}
          attempt={attempt}
          comparison={comparison}
          onCompared={setComparison}
        />
      </div>
    </Panel>
  );
}

/** How much of the body the signing input shows. */
const bodyStart = 160;

/** The value that a step has in this delivery. */
function SignatureValue({
  step: { step, value },
  signature,
  body,
}: {
  readonly step: Signature["steps"][number];
  readonly signature: Signature;
  readonly body: string | undefined;
}) {
  const t = useTexts(texts);
  if (step === "secret")
    return (
      <p className="small">
        <Mask /> {t("signature.secretVersion", { version: String(signature.secret_version) })}
      </p>
    );
  if (step === "raw-body")
    return (
      <p className="small">
        <span className="number">{t("signature.bytes", { count: signature.body_bytes })}</span>
        <br />
        <span className="muted">SHA-256</span>{" "}
        <Copyable text={signature.body_sha256} name={t("signature.bodyDigest")} />
      </p>
    );
  if (step === "signed-text")
    return (
      <p className="deliveries-input">
        {pieces(signature.signed_prefix).map((piece, index) =>
          piece === "\n" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
            <span key={index}>
              <kbd>LF</kbd>
              <br />
            </span>
          ) : (
            piece
          ),
        )}
        {body === undefined ? "…" : body.slice(0, bodyStart)}
        {body !== undefined && body.length > bodyStart && "…"}
      </p>
    );
  if (value === null)
    return (
      <p>
        <Mask />
      </p>
    );
  return (
    <p className="small">
      <Copyable text={value} name={step} />
    </p>
  );
}

/** In the place of something secret. */
function Mask() {
  return (
    <span className="faint" aria-hidden>
      ••••••••••••{" "}
    </span>
  );
}

function pieces(text: string): readonly string[] {
  return text.split(/(\n)/).filter((piece) => piece !== "");
}

/** Takes what a receiver computed, and says where it parts from what was sent. The backend compares; the page has no secret. */
function CompareForm({
  delivery,
  attempt,
  comparison,
  onCompared,
}: {
  readonly delivery: string;
  readonly attempt: number;
  readonly comparison: Comparison | undefined;
  readonly onCompared: (comparison: Comparison | undefined) => void;
}) {
  const t = useTexts(texts);
  const { application_id } = useApplication().application;
  const [signature, setSignature] = useState("");
  const [body, setBody] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ConsoleFailure>();
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    onCompared(undefined);
  };
  const compare = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const claim = {
      ...(signature.trim() !== "" && { signature: signature.trim() }),
      ...(body !== "" && { body }),
    };
    const request = { application_id, delivery_id: delivery, attempt, body: claim };
    try {
      onCompared(await call(compareSignature(client, request)));
    } catch (thrown) {
      setFailure(consoleFailure(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      className="deliveries-compare stack"
      onSubmit={(event) => {
        event.preventDefault();
        void compare();
      }}
    >
      <div>
        <h3>{t("compare.title")}</h3>
        <p className="small muted">{t("compare.lead")}</p>
      </div>
      <TextField
        mono
        label={t("compare.signature")}
        placeholder="sha256=…"
        value={signature}
        onChange={change(setSignature)}
      />
      <TextField
        mono
        optional
        rows={5}
        label={t("compare.body")}
        help={t("compare.bodyHelp")}
        value={body}
        onChange={change(setBody)}
      />
      {failure !== undefined && <FailureNotice failure={failure} />}
      {comparison !== undefined && <Verdict of={comparison} />}
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          isPending={isBusy}
          isDisabled={signature.trim() === "" && body === ""}
        >
          {t("compare.run")}
        </Button>
      </div>
    </Form>
  );
}

function Verdict({ of }: { readonly of: Comparison }) {
  const t = useTexts(texts);
  const moment = useMoment();
  const { agrees, parts_at, cause, offset, previous_secret: previous, forgotten_versions: forgotten } = of;
  if (agrees) return <Notice tone="good" live title={t("compare.yes")} />;
  let step = parts_at ?? "";
  if (has(step)) step = t(`signature.steps.${step}`);
  return (
    <Notice tone="bad" live title={t("compare.first", { step })}>
      <p>{isCause(cause) ? t(`causes.${cause}`) : t("compare.noCause")}</p>
      {previous !== undefined && (
        <p>
          {t("compare.previous", {
            version: String(previous.version),
            present: String(previous.replaced_by),
            at: previous.replaced_at === null ? "–" : moment(previous.replaced_at),
          })}
        </p>
      )}
      {forgotten !== undefined && <p>{t("compare.forgotten", { versions: forgotten.join(", ") })}</p>}
      {offset !== null && <p>{t("compare.offset", { offset: String(offset) })}</p>}
    </Notice>
  );
}

function isCause(cause: string | null): cause is keyof (typeof texts)["en"]["causes"] {
  return cause !== null && Object.hasOwn(texts.en.causes, cause);
}

/** A step that the page has texts for. */
type KnownStep = keyof (typeof texts)["en"]["signature"]["steps"];

/** Whether the page has texts for a step. */
function has(step: string): step is KnownStep {
  return Object.hasOwn(texts.en.signature.steps, step);
}

import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { compareSignature } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { type ConsoleFailure, failureOf } from "../../api/failure.js";
import { Button } from "../../parts/button.js";
import { FailureNotice } from "../../parts/failure.js";
import { TextField } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { useApplication } from "../../routes/application-context.js";
import { useTexts } from "../../texts/texts.js";
import type { Comparison } from "./delivery-types.js";
import { has } from "./known-steps.js";
import { texts } from "./texts.js";

/** Takes what a receiver computed, and says where it parts from what was sent. The backend compares; the page has no secret. */
export function CompareForm({
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
      setFailure(failureOf(thrown));
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

function Verdict({ of: { agrees, parts_at, cause, offset } }: { readonly of: Comparison }) {
  const t = useTexts(texts);
  if (agrees) return <Notice tone="good" live title={t("compare.yes")} />;
  const step = parts_at === null ? "" : has(parts_at) ? t(`signature.steps.${parts_at}`) : parts_at;
  return (
    <Notice tone="bad" live title={t("compare.first", { step })}>
      <p>{isCause(cause) ? t(`causes.${cause}`) : t("compare.noCause")}</p>
      {offset !== null && <p>{t("compare.offset", { offset: String(offset) })}</p>}
    </Notice>
  );
}

function isCause(cause: string | null): cause is keyof (typeof texts)["en"]["causes"] {
  return cause !== null && Object.hasOwn(texts.en.causes, cause);
}

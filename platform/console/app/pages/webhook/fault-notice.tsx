import { Notice } from "../../parts/notice.js";
import { useTexts } from "../../texts/texts.js";
import { faultTexts } from "./texts-of-faults.js";

const known = [
  "url-refused",
  "address-refused",
  "unreachable",
  "too-slow",
  "redirected",
  "status-refused",
  "answer-too-large",
  "content-type-refused",
  "answer-malformed",
  "answer-not-alone",
  "challenge-wrong",
] as const;

/** Why a connection test failed. */
export type Fault = Readonly<Partial<Record<"code" | "reason" | "remedy", string>>>;

/** What was wrong with the answer to a connection test, and what to do. */
export default function FaultNotice({ of: { code, reason, remedy } }: { readonly of: Fault }) {
  const t = useTexts(faultTexts);
  const fault = known.find((each) => each === code);
  return (
    <Notice tone="bad" live title={fault === undefined ? t("failed") : t(`fault.${fault}`)}>
      <p>
        <strong>{t("whatToDo")}</strong> {fault === undefined ? remedy : t(`remedy.${fault}`)}
      </p>
      <p className="small">
        <code>{code}</code> {reason}
      </p>
    </Notice>
  );
}

import { Notice } from "../../parts/notice.js";
import { useTexts } from "../../texts/texts.js";
import { connectionTexts } from "./texts-of-connection.js";

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

/** What was wrong with the answer to a connection test, and what to do. */
export function ConnectionFault({
  of: { code, reason, remedy },
}: {
  readonly of: Readonly<Partial<Record<"code" | "reason" | "remedy", string>>>;
}) {
  const t = useTexts(connectionTexts);
  const fault = known.find((each) => each === code);
  return (
    <Notice tone="bad" live title={fault === undefined ? t("test.failed") : t(`fault.${fault}`)}>
      <p>
        <strong>{t("test.remedy")}</strong> {fault === undefined ? remedy : t(`remedy.${fault}`)}
      </p>
      <p className="small">
        <code>{code}</code> {reason}
      </p>
    </Notice>
  );
}

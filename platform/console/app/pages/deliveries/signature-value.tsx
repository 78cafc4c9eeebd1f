import { Copyable } from "../../parts/copy.js";
import { useTexts } from "../../texts/texts.js";
import type { Signature } from "./delivery-types.js";
import { texts } from "./texts.js";

/** How much of the body the signing input shows. */
const bodyStart = 160;

/** The value that a step has in this delivery. */
export function SignatureValue({
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
  return value === null ? (
    <p>
      <Mask />
    </p>
  ) : (
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

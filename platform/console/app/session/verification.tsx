import { ShieldCheck } from "lucide-react";
import { Button } from "../parts/button.js";
import { Notice } from "../parts/notice.js";
import { useCommonTexts } from "../texts/common.js";
import { signInAddress, useSession } from "./use-session.js";

/** Says that an action needs a recent verification, and leads to it. Ordinary drafts survive that; the confirmation is given anew. */
export function VerificationNotice() {
  const t = useCommonTexts();
  const { verify_url } = useSession();
  return (
    <Notice
      tone="info"
      title={t("session.verify")}
      actions={
        <Button onPress={() => location.assign(signInAddress(verify_url))}>
          <ShieldCheck size={15} aria-hidden />
          {t("session.verifyNow")}
        </Button>
      }
    >
      {t("session.verifyHelp")}
    </Notice>
  );
}

import { Button } from "../parts/button.js";
import { Notice } from "../parts/notice.js";
import { useCommonTexts } from "../texts/common.js";
import type { Draft } from "./draft-store.js";
import type { KeptDraft } from "./use-draft.js";

/** Says that a form was restored, and lets one discard that. */
export function DraftNotice<T extends Draft>({
  draft,
  isLocked = false,
}: {
  readonly draft: KeptDraft<T>;
  readonly isLocked?: boolean;
}) {
  const t = useCommonTexts();
  if (!draft.isRestored || !draft.isChanged) return null;
  return (
    <Notice
      tone="info"
      live
      title={t("draft.restored")}
      actions={
        <Button size="small" onPress={draft.reset} isDisabled={isLocked}>
          {t("draft.discard")}
        </Button>
      }
    />
  );
}

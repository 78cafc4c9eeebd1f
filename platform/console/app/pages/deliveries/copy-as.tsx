import { ChevronDown } from "lucide-react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { Button } from "../../parts/button.js";
import { toast } from "../../parts/toast.js";
import { useCommonTexts } from "../../texts/common.js";
import { useTexts } from "../../texts/texts.js";
import { conformCase } from "./conform-case.js";
import { curlOf } from "./curl.js";
import type { Attempt, DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

/** Copies a delivery in a form that something else understands. */
export function CopyAs({
  view,
  attempt,
}: {
  readonly view: DeliveryView;
  readonly attempt: Attempt | undefined;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const sent = attempt?.sent ?? undefined;
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: "good", title: t("copyAs.done") });
    } catch {
      toast({ tone: "bad", title: common("actions.copyFailed") });
    }
  };
  return (
    <MenuTrigger>
      <Button>
        {t("copyAs.label")}
        <ChevronDown size={15} aria-hidden />
      </Button>
      <Popover className="popover">
        <Menu className="menu">
          {sent !== undefined && (
            <MenuItem
              className="option"
              textValue={t("copyAs.curl")}
              onAction={() => void copy(curlOf(sent))}
            >
              <Text slot="label">{t("copyAs.curl")}</Text>
              <Text slot="description">{t("copyAs.curlHelp")}</Text>
            </MenuItem>
          )}
          <MenuItem
            className="option"
            textValue={t("copyAs.conform")}
            onAction={() => void copy(conformCase(view))}
          >
            <Text slot="label">{t("copyAs.conform")}</Text>
            <Text slot="description">{t("copyAs.conformHelp")}</Text>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

import { ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../parts/button.js";
import { useCommonTexts } from "../texts/common.js";
import type { LiveList } from "./use-live-list.js";
import "./list.css";

/** Says that rows arrived, and shows them when it is pressed; until then nothing that is read moves. */
export function NewRowsBar({ of }: { readonly of: LiveList<unknown> }) {
  const t = useCommonTexts();
  const place = useRef<HTMLDivElement>(null);
  const { generation } = of;
  // The button goes with what it announced; its focus goes to the rows.
  useEffect(() => {
    if (generation === 0 || document.activeElement !== document.body) return;
    place.current?.parentElement?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
  }, [generation]);
  return (
    <div ref={place} className="list-new" role="status">
      {of.arrived > 0 && (
        <Button size="small" onPress={of.showLatest}>
          <ArrowUp size={14} aria-hidden />
          {t("table.new", { count: of.arrived })}
          {of.arrivedMore && "+"}
        </Button>
      )}
    </div>
  );
}

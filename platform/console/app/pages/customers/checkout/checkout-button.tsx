import { ShoppingCart } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, type ButtonKind } from "../../../parts/button.js";
import { useTexts } from "../../../texts/texts.js";
import { texts } from "../texts.js";

const CheckoutDialog = lazy(() => import("./checkout-dialog.js"));

/** Opens the dialog of a checkout. */
export function CheckoutButton({
  kind = "default",
  organization,
}: {
  readonly kind?: ButtonKind;
  /** Who buys; it can be changed in the dialog. */
  readonly organization?: string | undefined;
}) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onPress={() => setOpen(true)}>
        <ShoppingCart size={15} aria-hidden />
        {t("checkout.action")}
      </Button>
      {isOpen && (
        <Suspense>
          <CheckoutDialog organization={organization} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useState } from "react";
import type { Checkout } from "./checkout.js";
import { CompleteCheckout } from "./complete-checkout.js";
import { StartCheckout } from "./start-checkout.js";

/** Starts a checkout, then completes it: two commands, as of a customer. */
export default function CheckoutDialog({
  organization,
  onClose,
}: {
  readonly organization: string | undefined;
  readonly onClose: () => void;
}) {
  const [checkout, setCheckout] = useState<Checkout>();
  return checkout === undefined ? (
    <StartCheckout organization={organization} onClose={onClose} onStarted={setCheckout} />
  ) : (
    <CompleteCheckout checkout={checkout} onClose={onClose} />
  );
}

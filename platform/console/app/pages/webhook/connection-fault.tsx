import { lazy, Suspense } from "react";
import type { Fault } from "./fault-notice.js";

// Loaded when a test failed.
const FaultNotice = lazy(() => import("./fault-notice.js"));

/** What was wrong with the answer to a connection test, and what to do. */
export function ConnectionFault({ of }: { readonly of: Fault }) {
  return (
    <Suspense fallback={null}>
      <FaultNotice of={of} />
    </Suspense>
  );
}

import { lazy, Suspense } from "react";

// Loaded when a test failed.
const FaultNotice = lazy(() => import("./fault-notice.js"));

/** Why a connection test failed. */
export type Fault = Readonly<Partial<Record<"code" | "reason" | "remedy", string>>>;

/** What was wrong with the answer to a connection test, and what to do. */
export function ConnectionFault({ of }: { readonly of: Fault }) {
  return (
    <Suspense fallback={null}>
      <FaultNotice of={of} />
    </Suspense>
  );
}

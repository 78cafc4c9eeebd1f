import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { closeRedeliveries, usePalette } from "../palette/palette-store.js";
import { healthQuery } from "./health-query.js";
import type { FailedFilters } from "./redeliver-dialog.js";

// Loaded when it is first opened.
const RedeliverDialog = lazy(() => import("./redeliver-dialog.js"));

/** Delivers all failed events again, after a confirmation, and shows what becomes of them. It stays when nothing is wrong any more. */
export function Redeliveries({
  application,
  filters = {},
}: {
  readonly application: string;
  readonly filters?: FailedFilters;
}) {
  const isOpen = usePalette() === "redeliveries";
  const { data } = useQuery(healthQuery(application));
  useEffect(() => closeRedeliveries, []);
  const health = data?.health;
  if (!isOpen || health === undefined || health === null) return null;
  return (
    <Suspense fallback={null}>
      <RedeliverDialog application={application} health={health} filters={filters} />
    </Suspense>
  );
}

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { healthQuery } from "./health-query.js";

// Loaded when something is wrong.
const TroubleNotice = lazy(() => import("./trouble-notice.js"));

/** What is wrong with the deliveries of an application's endpoint; nothing while all is well. */
export function HealthNotice({
  application,
  linksToDeliveries = false,
}: {
  readonly application: string;
  readonly linksToDeliveries?: boolean;
}) {
  const { data } = useQuery(healthQuery(application));
  const health = data?.health;
  if (health === undefined || health === null) return null;
  const { status, failed } = health.standing;
  if (status === "working" || status === "idle") return null;
  if (status === "paused" && failed === 0 && health.failing === null) return null;
  return (
    <Suspense fallback={null}>
      <TroubleNotice application={application} health={health} linksToDeliveries={linksToDeliveries} />
    </Suspense>
  );
}

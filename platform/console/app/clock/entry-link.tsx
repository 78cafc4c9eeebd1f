import { Link } from "@tanstack/react-router";
import type { LiveEntry } from "../live/live-store.js";
import { useScope } from "../routes/scope-context.js";

/** What an entry says, linked to what it is about. */
export function EntryLink({ entry }: { readonly entry: LiveEntry }) {
  const { params } = useScope();
  const { data, application_id, message } = entry;
  const text = typeof data.event_type === "string" ? data.event_type : message;
  const { delivery_id, subscription_id, resource_id, event_id } = data;
  if (typeof delivery_id === "string" && application_id !== null)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/applications/$application/deliveries/$delivery"
        params={{ ...params, application: application_id, delivery: delivery_id }}
      >
        {message}
      </Link>
    );
  const subscription = [subscription_id, resource_id].find(
    (id): id is string => typeof id === "string" && id.startsWith("sub_"),
  );
  if (subscription !== undefined)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/subscriptions/$subscription"
        params={{ ...params, subscription }}
      >
        {text}
      </Link>
    );
  if (typeof event_id === "string" && application_id !== null)
    return (
      <Link
        className="small break"
        to="/$organization/$environment/applications/$application/deliveries"
        params={{ ...params, application: application_id }}
        search={{ id: event_id }}
      >
        {text}
      </Link>
    );
  return <span className="small break">{message}</span>;
}

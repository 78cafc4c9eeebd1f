import { useInfiniteQuery } from "@tanstack/react-query";
import { listCustomers, listSubscriptions } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { sandboxKey } from "../../api/keys.js";

const perPage = 50;
const first: string | null = null;

/** All subscriptions of the sandbox, page by page. */
export function useSubscriptionPages() {
  return useInfiniteQuery({
    queryKey: sandboxKey("subscriptions"),
    queryFn: ({ pageParam, signal }) => call(listSubscriptions(client, pageAfter(pageParam), { signal })),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
}

/** Organizations and personal spaces of the sandbox, page by page. */
export function useCustomerPages() {
  return useInfiniteQuery({
    queryKey: sandboxKey("customers"),
    queryFn: ({ pageParam, signal }) => call(listCustomers(client, pageAfter(pageParam), { signal })),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
}

function pageAfter(after: string | null) {
  return { limit: perPage, ...(after !== null && { after }) };
}

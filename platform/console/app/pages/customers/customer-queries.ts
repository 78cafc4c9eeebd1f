import { useInfiniteQuery } from "@tanstack/react-query";
import { listCustomers, listSubscriptions } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client, sandboxKey } from "../../client.js";

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

type Schemas = components["schemas"];

/** A subscription, as lists have it. */
export type Subscription = Schemas["SandboxSubscription"];

/** A subscription with its life. */
export type SubscriptionView = Schemas["SubscriptionView"];

/** The machine that subscriptions live by. */
export type Lifecycle = Schemas["SandboxLifecycle"];

/** A product that can be bought. */
export type CatalogProduct = Schemas["SandboxCatalogProduct"];

/** An organization with its people. */
export type Customer = Schemas["Customer"];

/** A member with what they may use. */
export type Member = Schemas["SandboxMember"];

import { AsyncLocalStorage } from "node:async_hooks";
import type { ApplicationRecord, Directory } from "@oipkit/delivery";
import type { View } from "../platform/draft.js";
import type { Application } from "../platform/records/applications.js";
import type { ApiProduct } from "../platform/records/products.js";

/** The applications of a world, as the delivery engine asks for them. */
interface WorldDirectory extends Directory {
  /** Does something for which the applications are those of a view that isn't committed yet. */
  readonly as: <Result>(view: View, work: () => Promise<Result>) => Promise<Result>;
}

/** The kinds of records that a directory looks at. */
export const directoryKinds = ["application", "permission", "apiProduct"] as const;

/** The directory of the records of a world. */
export function worldDirectory(committed: () => View): WorldDirectory {
  const views = new AsyncLocalStorage<View>();
  return {
    application(id) {
      const view = views.getStore() ?? committed();
      const application = view.get("application", id);
      if (application === undefined) return undefined;
      return applicationRecord(view, application);
    },
    as: (view, work) => views.run(view, work),
  };
}

function applicationRecord(view: View, application: Application): ApplicationRecord {
  const products = grantedProducts(view, application);
  const { id, organization, environment, product, status } = application;
  return {
    id,
    organization,
    environment,
    product,
    active: status === "active",
    grantedEventTypes: [...new Set(products.flatMap(({ eventTypes }) => eventTypes))],
    grantedCallbackTypes: [...new Set(products.flatMap(({ callbackTypes }) => callbackTypes))],
  };
}

/** The active API products for which an identity of the application has a permission that is enabled (§3.1, §3.3, §6). */
function grantedProducts(view: View, { id: application, environment }: Application): readonly ApiProduct[] {
  return view.list("permission", { application, environment, state: "enabled" }).flatMap(({ product }) => {
    const found = view.get("apiProduct", product);
    if (found?.status === "active" && found.environments.includes(environment)) return [found];
    return [];
  });
}

/** Who wants to test the endpoint of which application. */
interface TestRight {
  readonly actor: string;
  readonly application: string;
  /** The actor that may do everything. */
  readonly operator: string;
}

/** Whether somebody may manage an application's webhook: the sandbox's operator, and the members of its organization (§6.7). */
export function mayTest(view: View, { actor, application: id, operator }: TestRight): boolean {
  if (actor === operator) return true;
  const application = view.get("application", id);
  if (application === undefined || view.get("person", actor)?.status !== "active") return false;
  const { organization } = application;
  return view.list("membership", { organization, person: actor, status: "active" }).length > 0;
}

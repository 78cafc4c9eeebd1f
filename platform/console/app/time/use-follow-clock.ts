import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readClock } from "../../generated/console/client.js";
import { call, client } from "../api/client.js";
import { sandboxKey } from "../api/keys.js";
import { useSession } from "../session/use-session.js";
import { setClock } from "./use-sandbox-now.js";

/** Reads the sandbox's clock whenever a live entry says that it was moved. The first reading is the session's. */
export function useFollowClock(): void {
  const { clock, features } = useSession();
  const { data } = useQuery({
    queryKey: sandboxKey("clock"),
    queryFn: ({ signal }) => call(readClock(client, undefined, { signal })),
    enabled: features.sandbox,
    ...(clock !== null && { initialData: clock }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  useEffect(() => setClock(data ?? null), [data]);
}

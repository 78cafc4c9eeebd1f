import { useCallback } from "react";
import type { components } from "../../../generated/console/types.js";
import { Badge } from "../../parts/badge.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** The status that a request was answered with. */
export function StatusBadge({ of: { status } }: { readonly of: Pick<ApiRequest, "status"> }) {
  return (
    <Badge tone={statusTone(status)}>
      <span className="number">{status}</span>
    </Badge>
  );
}

function statusTone(status: number): "good" | "warn" | "bad" {
  if (status < 400) return "good";
  return status < 500 ? "warn" : "bad";
}

type CheckName = keyof (typeof texts)["en"]["checks"];
type Remedy = keyof (typeof texts)["en"]["remedies"];

/** Returns what checks are called; one that the page doesn't know keeps its own name. */
export function useCheckName(): (check: string) => string {
  const t = useTexts(texts);
  return useCallback(
    (check) => (Object.hasOwn(texts.en.checks, check) ? t(`checks.${check as CheckName}`) : check),
    [t],
  );
}

/** Returns what to do after a denial, by its code, if the page knows it. */
export function useRemedy(): (code: string | null) => string | undefined {
  const t = useTexts(texts);
  return useCallback(
    (code) =>
      code !== null && Object.hasOwn(texts.en.remedies, code) ? t(`remedies.${code as Remedy}`) : undefined,
    [t],
  );
}

/** A request to the API. */
export type ApiRequest = components["schemas"]["SandboxApiRequest"];

/** What a check found. */
export type CheckRecord = components["schemas"]["SandboxCheckRecord"];

import { Repeat } from "lucide-react";
import type { ReactNode } from "react";
import { openRedeliveries } from "../palette/palette-store.js";
import { Button, LinkButton } from "../parts/button.js";
import { Notice } from "../parts/notice.js";
import { useScope } from "../scope.js";
import { useTexts } from "../texts/texts.js";
import { useSandboxNow } from "../time.js";
import { credentialNames } from "./credential-names.js";
import type { Health } from "./health-query.js";
import { useMoment } from "./moment.js";
import { useRecent } from "./recent-attempts.js";
import { texts } from "./texts.js";

/** What is wrong with the deliveries of an endpoint, since when and why, as far as facts tell. */
export default function TroubleNotice({
  application,
  health,
  linksToDeliveries,
}: {
  readonly application: string;
  readonly health: Health;
  readonly linksToDeliveries: boolean;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const title = useTitle();
  const { status, failed } = health.standing;
  const actions = (
    <>
      {failed > 0 && <RedeliverButton />}
      {linksToDeliveries && (
        <LinkButton
          to="/$organization/$environment/applications/$application/deliveries"
          params={{ ...params, application }}
          search={{ state: failed > 0 ? "failed" : undefined }}
        >
          {t("toDeliveries")}
        </LinkButton>
      )}
    </>
  );
  return (
    <Notice tone={status === "failing" ? "bad" : "warn"} live title={title(health)} actions={actions}>
      <HealthSentences of={health} />
    </Notice>
  );
}

function useTitle(): (health: Health) => string {
  const t = useTexts(texts);
  const moment = useMoment();
  return ({ standing: { failed }, failing }) => {
    if (failing === null) return t("behind.title", { failed });
    return t("failing.title", { attempts: failing.attempts, since: moment(failing.since) });
  };
}

/** The sentences below the title. */
function HealthSentences({ of: health }: { readonly of: Health }) {
  const t = useTexts(texts);
  const recent = useRecent();
  const { standing, failing } = health;
  return (
    <>
      {failing === null ? (
        <p>{t("behind.text", { retrying: standing.retrying })}</p>
      ) : (
        <Cause failing={failing} success={health.last_success_at} />
      )}
      <p>
        <Next of={health} /> {standing.failed > 0 && t("failed", { failed: standing.failed })}
      </p>
      <p className="small muted">{recent(health)}</p>
    </>
  );
}

type Failing = NonNullable<Health["failing"]>;
type Change = Failing["changes_before"][number];

/** What the facts say about the cause. Without a change that precedes the first failure, it names none. */
function Cause({
  failing,
  success,
}: {
  readonly failing: Failing;
  readonly success: string | null;
}): ReactNode {
  const t = useTexts(texts);
  const moment = useMoment();
  const changeText = useChange();
  const { attempts, changes_before: changes } = failing;
  const [since, errors] = [moment(failing.since), errorsText(failing.errors)];
  if (success === null) return <p>{t("failing.never", { since, errors })}</p>;
  const [change] = changes;
  if (change === undefined)
    return <p>{t("failing.unchanged", { since, errors, success: moment(success) })}</p>;
  const remedy = remedyKey(changes, failing.errors);
  if (changes.length === 1)
    return (
      <>
        <p>{t("failing.because", { attempts, errors, change: changeText(change) })}</p>
        {remedy !== undefined && <p>{t(`failing.${remedy}`)}</p>}
      </>
    );
  return (
    <>
      <p>{t("failing.several", { since, success: moment(success) })}</p>
      <ul>
        {changes.map((each) => (
          <li key={`${each.change} ${each.at} ${each.version ?? ""}`}>{changeText(each)}</li>
        ))}
      </ul>
      <p>{t("failing.errors", { errors })}</p>
    </>
  );
}

/** What helps, if there is one change and the failures fit it. */
function remedyKey(
  changes: readonly Change[],
  errors: Failing["errors"],
): "newSecret" | "newUrl" | undefined {
  const [change] = changes;
  if (change === undefined || changes.length > 1 || errors[0]?.status !== 401) return undefined;
  if (change.change === "url-changed") return "newUrl";
  return change.change === "credential-rotated" && change.credential === "signing-secret"
    ? "newSecret"
    : undefined;
}

function useChange(): (change: Change) => string {
  const t = useTexts(texts);
  const moment = useMoment();
  return ({ change, at, credential, version }) =>
    t(`change.${change}`, {
      at: moment(at),
      credential: credentialNames[credential ?? ""] ?? credential ?? "",
      version: String(version ?? ""),
    });
}

/** Such as `401`, or `401 (5), timeout (2)`. */
function errorsText(errors: Failing["errors"]): string {
  const name = ({ status, error }: Failing["errors"][number]): string =>
    status === null ? error : String(status);
  const [first] = errors;
  if (errors.length === 1 && first !== undefined) return name(first);
  return errors.map((each) => `${name(each)} (${each.count})`).join(", ");
}

/** When something is sent again. */
function Next({ of: { standing, paused_at } }: { readonly of: Health }): ReactNode {
  const t = useTexts(texts);
  const moment = useMoment();
  const now = useSandboxNow();
  const { status, circuit, next_attempt_at: next } = standing;
  if (status === "paused")
    return paused_at === null ? t("pausedUnknown") : t("paused", { at: moment(paused_at) });
  if (next === null) return null;
  if (circuit === "open") return t("circuit", { at: moment(next) });
  if (Date.parse(next) <= now) return t("nextNow");
  return t("next", { at: moment(next) });
}

/** Opens the dialog of `Redeliveries`. */
function RedeliverButton() {
  const t = useTexts(texts);
  return (
    <Button kind="primary" onPress={openRedeliveries}>
      <Repeat size={15} aria-hidden />
      {t("redeliver.action")}
    </Button>
  );
}

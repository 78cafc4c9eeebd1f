import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listDeliveries, readRedeliveries, redeliverFailed } from "../../generated/console/client.js";
import { applicationKey, call, client, standingsKey } from "../client.js";
import { closeRedeliveries } from "../palette/palette-store.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Notice } from "../parts/notice.js";
import { SubmitStatus, useSubmit } from "../submit.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { useTexts } from "../texts/texts.js";
import type { Health } from "./health-query.js";
import { useMoment } from "./moment.js";
import { texts } from "./texts.js";
import "./health.css";

/** Which failed events are meant. */
export interface FailedFilters {
  readonly event_type?: string | undefined;
  readonly from?: string | undefined;
}

/** How far it is. */
interface Run {
  /** The operation id of the first request, which names the whole. */
  readonly id: string;
  readonly begun: number;
  readonly refused: number;
  /** Whether all were looked at. */
  readonly isComplete: boolean;
}

interface DialogProps {
  readonly application: string;
  readonly health: Health;
  readonly filters: FailedFilters;
}

/** Delivers all failed events again, after a confirmation, and shows what becomes of them. */
export default function RedeliverDialog({ application, health, filters }: DialogProps) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const queryClient = useQueryClient();
  const counted = useCount({ application, health, filters });
  // What is counted falls while they begin.
  const [total, setTotal] = useState<number>();
  const [run, setRun] = useState<Run>();
  const isStopped = useRef(false);
  const onwards = async (id: string): Promise<Run> => {
    let done: Run = { id, begun: 0, refused: 0, isComplete: false };
    for (let part = 0; !done.isComplete && !isStopped.current; part += 1) {
      const operationId = part === 0 ? id : `${id}_${part}`;
      const request = { application_id: application, operationId, body: { run: id, ...filters } };
      const { begun, refused, complete } = await call(redeliverFailed(client, request));
      // What is refused stays, and is refused again.
      done = { id, begun: done.begun + begun, refused, isComplete: complete || begun === 0 };
      setRun(done);
    }
    return done;
  };
  const readAgain = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: applicationKey(application) });
    await queryClient.invalidateQueries({ queryKey: standingsKey });
  };
  const again = useSubmit({
    application,
    keepAs: `redeliver-failed:${application}`,
    send: (_: FailedFilters, operationId) => onwards(operationId),
    onDone: readAgain,
    onRecovered: async ({ operation_id }) => {
      await onwards(operation_id);
      await readAgain();
    },
  });
  const close = (): void => {
    again.reset();
    closeRedeliveries();
  };
  const count = total ?? counted?.count ?? 0;
  const start = (): void => {
    setTotal(count);
    void again.submit(filters);
  };
  return (
    <Dialog
      title={t("redeliver.title")}
      isOpen
      role="alertdialog"
      {...(!again.isLocked && { onClose: close })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className="body">
          {run === undefined ? (
            <Confirmation count={count} isMore={counted?.isMore === true} health={health} filters={filters} />
          ) : (
            <Progress
              application={application}
              run={run}
              count={Math.max(count, run.begun)}
              isBusy={again.isBusy}
              health={health}
            />
          )}
          <SubmitStatus of={again} />
        </div>
        <footer>
          {again.isBusy ? (
            <Button
              onPress={() => {
                isStopped.current = true;
              }}
            >
              {t("redeliver.stop")}
            </Button>
          ) : (
            <Button onPress={close}>
              {run === undefined ? common("actions.cancel") : t("redeliver.close")}
            </Button>
          )}
          {run === undefined && (
            <Button
              type="submit"
              kind="primary"
              autoFocus
              isPending={again.isBusy}
              isDisabled={again.isLocked || count === 0}
            >
              {counted?.isMore === true ? t("redeliver.confirmMore") : t("redeliver.confirm", { count })}
            </Button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** The most that a page of the list has. */
const mostCounted = 1000;

/** How many failed events are meant; with filters, the list counts up to a thousand. */
function useCount({ application, health, filters }: DialogProps) {
  const isFiltered = filters.event_type !== undefined || filters.from !== undefined;
  const { data } = useQuery({
    queryKey: applicationKey(application, "deliveries", "failed", filters),
    queryFn: async ({ signal }) => {
      const request = { application_id: application, ...filters, state: "failed", kind: "event" } as const;
      const page = await call(listDeliveries(client, { ...request, limit: mostCounted }, { signal }));
      return { count: page.deliveries.length, isMore: page.next !== null };
    },
    enabled: isFiltered,
  });
  return isFiltered ? data : { count: health.standing.failed, isMore: false };
}

/** What is about to be done. */
function Confirmation({
  count,
  isMore,
  health: { standing },
  filters,
}: {
  readonly count: number;
  readonly isMore: boolean;
  readonly health: Health;
  readonly filters: FailedFilters;
}) {
  const t = useTexts(texts);
  const moment = useMoment();
  const { status, circuit, next_attempt_at: next } = standing;
  const chosen = [filters.event_type, filters.from].filter((each) => each !== undefined);
  return (
    <>
      <p>
        <strong>{isMore ? t("redeliver.countMore", { count }) : t("redeliver.count", { count })}</strong>{" "}
        {chosen.length > 0 && t("redeliver.filtered", { filters: chosen.join(", ") })}
      </p>
      <p className="muted">{t("redeliver.text")}</p>
      {status === "failing" && <Notice tone="warn">{t("redeliver.failingHelp")}</Notice>}
      {status === "paused" && <Notice tone="info">{t("redeliver.pausedHelp")}</Notice>}
      {circuit === "open" && next !== null && (
        <Notice tone="info">{t("redeliver.circuitHelp", { at: moment(next) })}</Notice>
      )}
    </>
  );
}

/** How often the states are read, in milliseconds. */
const everyMs = 1000;

/** How many began, and what has become of them. */
function Progress({
  application,
  run,
  count,
  isBusy,
  health: { standing },
}: {
  readonly application: string;
  readonly run: Run;
  readonly count: number;
  readonly isBusy: boolean;
  readonly health: Health;
}) {
  const t = useTexts(texts);
  const moment = useMoment();
  const { data, refetch } = useQuery({
    queryKey: applicationKey(application, "redeliveries", run.id),
    queryFn: ({ signal }) =>
      call(readRedeliveries(client, { application_id: application, run: run.id }, { signal })),
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : everyMs),
  });
  useEffect(() => {
    if (!isBusy) void refetch();
  }, [isBusy, refetch]);
  const { delivered = 0, failed = 0, waiting = 0 } = data ?? {};
  const isDone = !isBusy && data !== undefined && waiting === 0;
  const isWaiting = !isBusy && !isDone;
  const { circuit, status, next_attempt_at: next } = standing;
  return (
    <>
      <label className="stack-small">
        <span>{t("redeliver.begun", { begun: run.begun, count })}</span>
        <progress
          className="redeliver-progress"
          max={count}
          value={run.begun}
          aria-label={t("redeliver.progress")}
        />
      </label>
      <div role="status" className="stack-small">
        {isDone ? (
          <Notice tone={failed > 0 ? "bad" : "good"} title={t("redeliver.done", { delivered, failed })} />
        ) : (
          <p>{t("redeliver.waiting", { delivered, failed, waiting })}</p>
        )}
        {run.refused > 0 && <p>{t("redeliver.refused", { count: run.refused })}</p>}
        {!isBusy && !run.isComplete && <p>{t("redeliver.stopped")}</p>}
        {isWaiting && status === "paused" && <p>{t("redeliver.pausedHelp")}</p>}
        {isWaiting && circuit === "open" && next !== null && (
          <p>{t("redeliver.circuitHelp", { at: moment(next) })}</p>
        )}
        {isWaiting && <p className="small muted">{t("redeliver.waitingHelp")}</p>}
      </div>
    </>
  );
}

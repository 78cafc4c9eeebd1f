import type { WorkReporter } from "../dispatch/work.js";
import type { ReceiverOptions } from "./options.js";
import type { Outcome } from "./outcome.js";

/** Reports what the receiver does; errors thrown by the callbacks have no effect. */
export interface Reporter extends WorkReporter {
  readonly outcome: (outcome: Outcome) => void;
}

type ReportOptions = Pick<
  ReceiverOptions<unknown>,
  "logger" | "onOutcome" | "onAttempt" | "onFault" | "protocol"
>;

/** An incomplete body or too many requests: anyone can cause them, so they are no errors of the receiver. */
function isCausedOutside(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return code === "request-aborted" || code === "overloaded";
}

/** A reporter to the logger and the callbacks of the options. */
export function createReporter(options: ReportOptions): Reporter {
  const { logger, onOutcome, onAttempt, onFault, protocol } = options;
  const warn = (fault: unknown): void => process.emitWarning(fault instanceof Error ? fault : String(fault));
  const fault = (thrown: unknown): void => {
    try {
      if (onFault !== undefined) onFault(thrown);
      else if (logger !== undefined) logger.error({ error: nameOf(thrown) }, "fault");
      else warn(thrown);
    } catch (worse) {
      warn(worse);
    }
  };
  const guarded = (callback: () => void): void => {
    try {
      callback();
    } catch (thrown) {
      fault(thrown);
    }
  };
  return {
    fault,
    outcome(outcome) {
      if (onOutcome !== undefined) guarded(() => onOutcome(outcome));
      if (logger === undefined) return;
      const { code, status, delivery, refusal } = outcome;
      const fields = { code, status, ...delivery, ...refusalFields(refusal) };
      const isFault = status === protocol.responses.unavailable && !isCausedOutside(refusal?.cause);
      const level = refusal === undefined ? "info" : isFault ? "error" : "warn";
      guarded(() => logger[level](fields, refusal === undefined ? "accepted" : "refused"));
    },
    attempt(report) {
      if (onAttempt !== undefined) guarded(() => onAttempt(report));
      if (logger === undefined) return;
      const { error, ...fields } = report;
      const level =
        report.kind === "waiting"
          ? "warn"
          : error === undefined
            ? "info"
            : report.kind === "dead"
              ? "error"
              : "warn";
      guarded(() =>
        logger[level](error === undefined ? fields : { ...fields, error: nameOf(error) }, report.kind),
      );
    },
  };
}

function refusalFields(refusal: Outcome["refusal"]): Record<string, unknown> {
  if (refusal === undefined) return {};
  const { subject, errors, cause } = refusal;
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(cause === undefined ? {} : { error: nameOf(cause) }),
  };
}

/** An error by its name and code only: its message may quote anything. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? ` ${thrown.code}` : "";
  return `${thrown.name}${code}`;
}

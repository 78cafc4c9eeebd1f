import type { AttemptReport, WorkReporter } from "../dispatch/work.js";
import { createDefaultLogger, isDefaultLogger } from "./default-logger.js";
import type { ReceiverOptions } from "./options.js";
import type { Outcome } from "./steps/outcome.js";

/** Reports what the receiver does; errors thrown by the callbacks have no effect. */
interface Reporter extends WorkReporter {
  readonly outcome: (outcome: Outcome) => void;
}

type ReportOptions = Pick<
  ReceiverOptions<unknown>,
  "logger" | "onOutcome" | "onAttempt" | "onFault" | "protocol"
>;

/** An incomplete body or too many requests: anyone can cause them, so they aren't errors of the receiver. */
function isCausedOutside(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return code === "request-aborted" || code === "overloaded";
}

/** A reporter to the logger and the callbacks of the options. */
export function createReporter(options: ReportOptions): Reporter {
  const { onOutcome, onAttempt, onFault, protocol } = options;
  const logger = options.logger === false ? undefined : (options.logger ?? createDefaultLogger());
  // The logger of a program, which shows errors in its own way.
  const given = logger === undefined || isDefaultLogger(logger) ? undefined : logger;
  const warn = (fault: unknown): void => process.emitWarning(fault instanceof Error ? fault : String(fault));
  const fault = (thrown: unknown): void => {
    try {
      if (onFault !== undefined) onFault(thrown);
      else if (given !== undefined) given.error({ error: errorName(thrown) }, "fault");
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
      const { code, status, delivery, events, refusal } = outcome;
      // The default logger writes only what goes wrong.
      const isIgnored = code === "ignored" || (events?.ignored ?? 0) > 0;
      if (logger === undefined || (given === undefined && refusal === undefined && !isIgnored)) return;
      const fields = { code, status, ...delivery, ...events, ...refusalFields(refusal) };
      const isFault = status === protocol.responses.unavailable && !isCausedOutside(refusal?.cause);
      guarded(() => {
        if (isIgnored) logger.warn(fields, "ignored");
        else if (refusal === undefined) logger.info(fields, "accepted");
        else if (isFault) logger.error(fields, "refused");
        else logger.warn(fields, "refused");
      });
    },
    attempt(report) {
      if (onAttempt !== undefined) guarded(() => onAttempt(report));
      const isFine = report.kind !== "waiting" && report.error === undefined;
      if (logger === undefined || (given === undefined && isFine)) return;
      const { error, ...rest } = report;
      // A program with a logger finds the place in its own errors; otherwise nothing else shows it.
      const at = given === undefined ? throwingFrame(error) : undefined;
      const fields = {
        ...rest,
        ...(at !== undefined && { at }),
        ...(error !== undefined && { error: errorName(error) }),
      };
      guarded(() => logger[attemptLevel(report)](fields, report.kind));
    },
  };
}

function attemptLevel({ kind, error }: AttemptReport): "info" | "warn" | "error" {
  if (kind === "waiting") return "warn";
  if (error === undefined) return "info";
  return kind === "dead" ? "error" : "warn";
}

function refusalFields(refusal: Outcome["refusal"]): Record<string, unknown> {
  if (refusal === undefined) return {};
  const { subject, errors, place, cause } = refusal;
  return {
    ...(place !== undefined && { place }),
    ...(subject !== undefined && { subject }),
    ...(errors.length > 0 && { errors }),
    ...(cause !== undefined && { error: errorName(cause) }),
  };
}

/** The place that threw, from an error's stack; nothing if the stack may hold anything else, such as a changed message. */
function throwingFrame(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return undefined;
  const head = thrown.message === "" ? `${thrown.name}\n` : `${thrown.name}: ${thrown.message}\n`;
  if (!thrown.stack.startsWith(head)) return undefined;
  // A function of the language itself, such as `JSON.parse`, has no line.
  return /^ +at (.+:\d+:\d+\)?)$/m.exec(thrown.stack.slice(head.length))?.[1];
}

/** An error by its name and code only: its message may quote anything. */
function errorName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? ` ${thrown.code}` : "";
  return `${thrown.name}${code}`;
}

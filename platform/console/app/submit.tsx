import { RotateCcw } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { recoverOperation } from "../generated/console/client.js";
import type { components } from "../generated/console/types.js";
import { type ConsoleFailure, call, client, consoleFailure } from "./client.js";
import { dropDraft, keepDraft, readDraft } from "./drafts.js";
import { useLatest } from "./latest.js";
import { Button } from "./parts/button.js";
import { FailureNotice } from "./parts/failure.js";
import { Notice } from "./parts/notice.js";
import { useSessionState } from "./session/session-store.js";
import { useCommonTexts } from "./texts/common-texts.js";

/** What became of a command whose answer was lost. */
type OperationOutcome = components["schemas"]["OperationOutcome"];

/** Where a command stands. `unknown` keeps its content and its operation id, and nothing can be edited until it is recovered. */
type SubmitState<Input> =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly operationId: string; readonly input: Input }
  | { readonly kind: "failed"; readonly failure: ConsoleFailure }
  | {
      readonly kind: "unknown";
      readonly operationId: string;
      readonly input: Input;
      readonly recovering: boolean;
      readonly outcome?: OperationOutcome | undefined;
    };

/** A command. Nothing of it is in a cache, since answers may have secrets. */
export interface Submit<Input> {
  readonly state: SubmitState<Input>;
  readonly isBusy: boolean;
  /** Whether editing must wait: the command is under way, or its result is unknown. */
  readonly isLocked: boolean;
  readonly failure: ConsoleFailure | undefined;
  readonly submit: (input: Input) => Promise<void>;
  /** Asks what became of the original request; submits nothing. */
  readonly recover: () => Promise<void>;
  /** Forgets a failure, or an outcome that was read. */
  readonly reset: () => void;
}

/** How a command is sent, and what its results mean. */
interface SubmitOptions<Input, Result> {
  /** Sends it once; pass the operation id on. */
  readonly send: (input: Input, operationId: string) => Promise<Result>;
  readonly onDone?: ((result: Result, input: Input) => void | Promise<void>) | undefined;
  /** After recovery: the original request was carried out. Read the present state again. `outcome.result` has no secrets. */
  readonly onRecovered?: ((outcome: OperationOutcome, input: Input) => void | Promise<void>) | undefined;
  readonly onFailure?: ((failure: ConsoleFailure, input: Input) => void) | undefined;
  /** The application that the command is for. */
  readonly application?: string | undefined;
  /** Whether it changes nothing, such as a connection test: without an answer it has just failed, and may be sent again. */
  readonly isHarmless?: boolean;
  /**
   * A name, such as `save-webhook:app_1`, by which a command without an answer survives a sign-in or a reload of the page, with its
   * input, which then mustn't contain a secret.
   */
  readonly keepAs?: string | undefined;
}

const idle = { kind: "idle" } as const;
const prefix = "operation:";

function forget(name: string | undefined): void {
  if (name !== undefined) dropDraft(prefix + name);
}

/** The state of a command whose page was left before its answer came. */
function lostBefore<Input>(name: string | undefined): SubmitState<Input> {
  const lost =
    name === undefined ? undefined : readDraft<{ operationId: string; input: Input }>(prefix + name);
  if (lost === undefined) return idle;
  return { kind: "unknown", operationId: lost.operationId, input: lost.input, recovering: false };
}

/** Makes the state of a command. Each submission is a new operation with an id of its own; one with an unknown result is never repeated. */
export function useSubmit<Input, Result>(options: SubmitOptions<Input, Result>): Submit<Input> {
  const { keepAs } = options;
  const [state, setState] = useState<SubmitState<Input>>(() => lostBefore<Input>(keepAs));
  const latest = useLatest(options);
  // A submission sets it at once, so that a second one before the next rendering is ignored.
  const current = useLatest(state);
  const { secretsEpoch } = useSessionState();
  // An expired sign-in ends confirmations, but a result that is unknown stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: this is what should run it
  useEffect(() => {
    if (current.current.kind === "failed") setState(idle);
  }, [secretsEpoch]);

  const submit = useCallback(
    async (input: Input) => {
      const before = current.current.kind;
      if (before === "sending" || before === "unknown") return;
      const operationId = newOperationId();
      current.current = { kind: "sending", operationId, input };
      setState(current.current);
      const { send, onDone, onFailure, keepAs: name } = latest.current;
      if (name !== undefined) keepDraft(prefix + name, { operationId, input });
      try {
        const result = await send(input, operationId);
        forget(name);
        setState(idle);
        await onDone?.(result, input);
      } catch (thrown) {
        const failure = consoleFailure(thrown);
        if (failure.outcomeUnknown && latest.current.isHarmless !== true)
          setState({ kind: "unknown", operationId, input, recovering: false });
        else {
          forget(name);
          setState({ kind: "failed", failure });
        }
        onFailure?.(failure, input);
      }
    },
    [latest, current],
  );

  const recover = useCallback(async () => {
    const lost = current.current;
    if (lost.kind !== "unknown" || lost.recovering) return;
    setState({ ...lost, recovering: true });
    try {
      const { application, onRecovered } = latest.current;
      const request = {
        operation_id: lost.operationId,
        ...(application !== undefined && { application_id: application }),
      };
      const outcome = await call(recoverOperation(client, request));
      if (outcome.state === "succeeded" || outcome.state === "refused") forget(latest.current.keepAs);
      if (outcome.state === "succeeded") {
        setState(idle);
        await onRecovered?.(outcome, lost.input);
      } else setState({ ...lost, recovering: false, outcome });
    } catch {
      setState({ ...lost, recovering: false });
    }
  }, [latest, current]);

  const reset = useCallback(() => {
    forget(latest.current.keepAs);
    setState(idle);
  }, [latest]);
  return {
    state,
    isBusy: state.kind === "sending",
    isLocked: state.kind === "sending" || state.kind === "unknown",
    failure: state.kind === "failed" ? state.failure : undefined,
    submit,
    recover,
    reset,
  };
}

/** An id of 144 random bits, in the alphabet of the contract. */
function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return `op_${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")}`;
}

/** Shows why a command failed, or that its result is unknown, with *Recover original request*. Belongs above the form's buttons. */
export function SubmitStatus<Input>({
  of,
  children,
}: {
  readonly of: Submit<Input>;
  readonly children?: ReactNode;
}) {
  const t = useCommonTexts();
  const { state } = of;
  if (state.kind === "failed") return <FailureNotice failure={state.failure}>{children}</FailureNotice>;
  if (state.kind !== "unknown") return null;
  const { outcome, operationId, recovering } = state;
  if (outcome?.state === "refused")
    return (
      <Notice
        tone="bad"
        live
        title={t("unknown.failed")}
        actions={<Button onPress={of.reset}>{t("actions.edit")}</Button>}
      >
        <p>{outcome.refusal?.message}</p>
      </Notice>
    );
  if (outcome?.state === "unknown")
    return (
      <Notice
        tone="info"
        live
        title={t("unknown.never")}
        actions={<Button onPress={of.reset}>{t("actions.edit")}</Button>}
      >
        {t("unknown.neverHelp")}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      live
      title={t("unknown.title")}
      actions={
        <Button onPress={() => void of.recover()} isPending={recovering}>
          <RotateCcw size={15} aria-hidden />
          {recovering ? t("unknown.recovering") : t("unknown.recover")}
        </Button>
      }
    >
      <p>
        {outcome === undefined && t("unknown.help")}
        {outcome?.state === "running" && t("unknown.pending")}
        {outcome?.state === "uncertain" && t("unknown.uncertain")}
      </p>
      <p className="small muted">
        {t("unknown.operation")}: <code className="break">{operationId}</code>
      </p>
    </Notice>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { setFact } from "../../../../generated/console/client.js";
import type { components } from "../../../../generated/console/types.js";
import { call, client } from "../../../api/client.js";
import { sandboxKey } from "../../../api/keys.js";
import { Checkbox } from "../../../parts/fields.js";
import { Panel } from "../../../parts/panel.js";
import { toast } from "../../../parts/toast.js";
import { SubmitStatus } from "../../../submit/submit-state.js";
import { useSubmit } from "../../../submit/use-submit.js";
import { useTexts } from "../../../texts/texts.js";
import type { Customer } from "../customer-types.js";
import { texts } from "../texts.js";

type Fact = components["schemas"]["SandboxFactChange"];

/** What the API's checks look at, to be switched on and off. */
export function FactsPanel({ customer: { facts } }: { readonly customer: Customer }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: sandboxKey() });
  const change = useSubmit({
    keepAs: "fact",
    send: (fact: Fact, operationId) => call(setFact(client, { operationId, body: fact })),
    onDone: readAgain,
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await readAgain();
    },
  });
  return (
    <Panel title={t("facts")} lead={t("factsLead")}>
      <div className="stack">
        <SubmitStatus of={change} />
        {facts.length === 0 ? (
          <p className="muted">
            {t("noFacts")}. {t("noFactsHelp")}
          </p>
        ) : (
          <ul className="customers-facts">
            {facts.map((fact) => (
              <li key={`${fact.kind} ${fact.id}`}>
                <Checkbox
                  isSelected={fact.on}
                  isDisabled={change.isLocked}
                  description={<code className="break">{fact.id}</code>}
                  onChange={(isOn) => void change.submit({ kind: fact.kind, id: fact.id, on: isOn })}
                >
                  {t(`factKinds.${fact.kind}`)}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

import { Link } from "@tanstack/react-router";
import type { components } from "../../../generated/console/types.js";
import { DraftNotice } from "../../drafts/draft-notice.js";
import type { KeptDraft } from "../../drafts/use-draft.js";
import { Button, buttonClass } from "../../parts/button.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Checkbox, Select, TextField } from "../../parts/fields.js";
import { useScope } from "../../routes/scope-context.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import type { Submit } from "../../submit/use-submit.js";
import { useCommonTexts } from "../../texts/common.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import type { NewApplicationDraft } from "./new-application.js";
import { texts } from "./texts.js";
import { UrlList } from "./url-list.js";
import { filled, originProblem, urlProblem } from "./url-problem.js";

const identities = ["application", "user"] as const;

/** The form of a new application. */
export function NewApplicationForm<Input>({
  draft,
  creation,
  showProblems,
  products,
  onSubmit,
}: {
  readonly draft: KeptDraft<NewApplicationDraft>;
  readonly creation: Submit<Input>;
  readonly showProblems: boolean;
  readonly products: readonly components["schemas"]["ProductName"][];
  readonly onSubmit: () => void;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const localized = useLocalized();
  const { params } = useScope();
  const { values, change } = draft;
  const { isLocked } = creation;
  return (
    <form
      className="panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="body form-panel">
        <DraftNotice draft={draft} isLocked={isLocked} />
        <TextField
          label={t("form.name")}
          help={t("form.nameHelp")}
          value={values.name}
          onChange={(name) => change({ name })}
          error={showProblems && values.name.trim() === "" ? t("form.nameMissing") : undefined}
          isDisabled={isLocked}
          maxLength={200}
          autoComplete="off"
          isRequired
          autoFocus
        />
        <Select
          label={t("form.product")}
          help={t("form.productHelp")}
          optional
          choices={[
            { id: "", label: t("form.noProduct") },
            ...products.map(({ product_code, name }) => ({ id: product_code, label: localized(name) })),
          ]}
          value={values.product}
          onChange={(product) => change({ product })}
          isDisabled={isLocked}
        />
        <IdentityChoice values={values} change={change} isLocked={isLocked} showProblems={showProblems} />
        {values.identities.includes("user") && (
          <>
            <UrlList
              label={t("form.redirects")}
              help={t("form.redirectsHelp")}
              values={values.redirects}
              onChange={(redirects) => change({ redirects })}
              check={urlProblem}
              showProblems={showProblems}
              missing={filled(values.redirects).length === 0 ? t("form.redirectsMissing") : undefined}
              isDisabled={isLocked}
            />
            <Disclosure
              title={t("form.advanced")}
              isOpen={filled([...values.logouts, ...values.origins]).length > 0}
            >
              <div className="stack">
                <UrlList
                  label={t("form.logouts")}
                  help={t("form.logoutsHelp")}
                  optional
                  values={values.logouts}
                  onChange={(logouts) => change({ logouts })}
                  check={urlProblem}
                  showProblems={showProblems}
                  isDisabled={isLocked}
                />
                <UrlList
                  label={t("form.origins")}
                  help={t("form.originsHelp")}
                  optional
                  values={values.origins}
                  onChange={(origins) => change({ origins })}
                  check={originProblem}
                  showProblems={showProblems}
                  isDisabled={isLocked}
                />
              </div>
            </Disclosure>
          </>
        )}
        <SubmitStatus of={creation} />
      </div>
      <footer>
        <Link to="/$organization/$environment/applications" params={params} className={buttonClass({})}>
          {common("actions.cancel")}
        </Link>
        <Button type="submit" kind="primary" isPending={creation.isBusy} isDisabled={isLocked}>
          {t("form.submit")}
        </Button>
      </footer>
    </form>
  );
}

function IdentityChoice({
  values,
  change,
  isLocked,
  showProblems,
}: {
  readonly values: NewApplicationDraft;
  readonly change: (part: Partial<NewApplicationDraft>) => void;
  readonly isLocked: boolean;
  readonly showProblems: boolean;
}) {
  const t = useTexts(texts);
  return (
    <fieldset className="field plain-fieldset">
      <legend>{t("form.identities")}</legend>
      <p className="help">{t("form.identitiesHelp")}</p>
      <div className="choice-cards">
        {identities.map((identity) => (
          <Checkbox
            key={identity}
            isSelected={values.identities.includes(identity)}
            isDisabled={isLocked}
            onChange={(chosen) =>
              change({
                identities: identities.filter((each) =>
                  each === identity ? chosen : values.identities.includes(each),
                ),
              })
            }
            description={t(`identityHelp.${identity}`)}
          >
            {t(`identity.${identity}`)}
          </Checkbox>
        ))}
      </div>
      {showProblems && values.identities.length === 0 && (
        <p className="error" role="alert">
          {t("form.identitiesMissing")}
        </p>
      )}
    </fieldset>
  );
}

import { Link } from "@tanstack/react-router";
import type { components } from "../../../generated/console/types.js";
import { DraftNotice, type KeptDraft } from "../../drafts.js";
import { Button, buttonClass } from "../../parts/button.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Checkbox, Select, TextField } from "../../parts/fields.js";
import { useScope } from "../../scope.js";
import { type Submit, SubmitStatus } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import { filled, listProblems, originProblem, UrlList, urlProblem } from "./url-list.js";

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

/** What is typed into the form of a new application. Nothing in it is secret. */
export interface NewApplicationDraft extends Record<string, unknown> {
  readonly name: string;
  readonly product: string;
  readonly identities: readonly components["schemas"]["SandboxIdentity"][];
  readonly redirects: readonly string[];
  readonly logouts: readonly string[];
  readonly origins: readonly string[];
}

/** What the form begins with. */
export const emptyDraft: NewApplicationDraft = {
  name: "",
  product: "",
  identities: ["application"],
  redirects: [],
  logouts: [],
  origins: [],
};

/** Returns whether the draft can be submitted; the fields say what is wrong. */
export function isComplete({ name, identities, redirects, logouts, origins }: NewApplicationDraft): boolean {
  if (name.trim() === "" || identities.length === 0) return false;
  if (!identities.includes("user")) return true;
  const problems = [
    ...listProblems(redirects, urlProblem),
    ...listProblems(logouts, urlProblem),
    ...listProblems(origins, originProblem),
  ];
  return filled(redirects).length > 0 && problems.every((problem) => problem === undefined);
}

/** The URLs of a request. What is empty is left out: the platform makes it from the redirect URLs. */
export function requestUrls({
  redirects,
  logouts,
  origins,
}: Pick<NewApplicationDraft, "redirects" | "logouts" | "origins">) {
  return {
    redirect_uris: filled(redirects),
    ...(filled(logouts).length > 0 && { logout_uris: filled(logouts) }),
    ...(filled(origins).length > 0 && { origins: filled(origins) }),
  };
}

import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "react-aria-components/Button";
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from "react-aria-components/Checkbox";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import { useCommonTexts } from "../texts/common-texts.js";

/** What every field has. */
interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Of validation here or by the server; shown instead of `help`. */
  readonly error?: ReactNode;
  readonly optional?: boolean;
}

/** A field of one line, or of several with `rows`. */
export function TextField({
  label,
  help,
  error,
  optional = false,
  rows,
  placeholder,
  mono = false,
  ...props
}: Omit<AriaTextFieldProps, "className"> &
  FieldProps & { readonly rows?: number; readonly placeholder?: string; readonly mono?: boolean }) {
  const t = useCommonTexts();
  const className = mono ? "input mono" : "input";
  return (
    <AriaTextField {...props} className="field" isInvalid={error !== undefined || props.isInvalid === true}>
      <Label>
        {label}
        {optional && <span className="optional">{t("optional")}</span>}
      </Label>
      {rows === undefined ? (
        <Input className={className} placeholder={placeholder} spellCheck={mono ? false : undefined} />
      ) : (
        <TextArea
          className={className}
          rows={rows}
          placeholder={placeholder}
          spellCheck={mono ? false : undefined}
        />
      )}
      {help !== undefined && error === undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      {error === undefined ? <FieldError /> : <FieldError>{error}</FieldError>}
    </AriaTextField>
  );
}

/** One choice of a `Select`. */
export interface Choice<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly description?: string;
}

/** A choice of one from a list that opens. `value` is `null` if nothing is chosen. */
export function Select<T extends string>({
  label,
  hideLabel = false,
  help,
  error,
  optional = false,
  choices,
  value,
  onChange,
  placeholder,
  isDisabled,
}: FieldProps & {
  readonly choices: readonly Choice<T>[];
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly placeholder?: string;
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
}) {
  const t = useCommonTexts();
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => onChange(key as T)}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
    >
      <Label className={hideLabel ? "hidden-visually" : "label"}>
        {label}
        {optional && <span className="optional">{t("optional")}</span>}
      </Label>
      <Button className="button select-button">
        <SelectValue>{({ selectedText, defaultChildren }) => selectedText || defaultChildren}</SelectValue>
        <ChevronDown size={16} aria-hidden />
      </Button>
      {help !== undefined && error === undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError>{error}</FieldError>
      <Popover className="popover">
        <ListBox className="list-box" items={choices}>
          {({ id, label: text, description }: Choice<T>) => (
            <ListBoxItem id={id} textValue={text} className="option">
              <span>
                <Text slot="label">{text}</Text>
                {description !== undefined && (
                  <Text slot="description" elementType="div">
                    {description}
                  </Text>
                )}
              </span>
              <Check size={16} className="check" aria-hidden />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A box to tick, with a description below its label. */
export function Checkbox({
  children,
  description,
  ...props
}: Omit<AriaCheckboxProps, "className" | "children"> & {
  readonly children: ReactNode;
  readonly description?: ReactNode;
}) {
  const id = useId();
  return (
    <AriaCheckbox
      {...props}
      className="checkbox"
      aria-describedby={description === undefined ? undefined : id}
    >
      <span className="box" aria-hidden>
        <Check size={13} strokeWidth={3.2} />
      </span>
      <span>
        <span>{children}</span>
        {description !== undefined && (
          <span className="description" id={id}>
            {description}
          </span>
        )}
      </span>
    </AriaCheckbox>
  );
}

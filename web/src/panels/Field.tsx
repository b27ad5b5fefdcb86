import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  value?: string;
  children: ComponentChildren;
}

export function Field({ label, value, children }: FieldProps) {
  return (
    <label class="field">
      <span class="label">
        {label}
        {value && <b>{value}</b>}
      </span>
      {children}
    </label>
  );
}

interface ChoiceProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string; token?: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A few options side by side. */
export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.token && <i class={`token ${option.token}`} />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

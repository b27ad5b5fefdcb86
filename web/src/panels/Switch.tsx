import type { Signal } from "@preact/signals";

/** Turns a state on and off. */
export function Switch({ label, isOn }: { label: string; isOn: Signal<boolean> }) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        role="switch"
        checked={isOn.value}
        onChange={(event) => {
          isOn.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}

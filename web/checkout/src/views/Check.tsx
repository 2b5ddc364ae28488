import type { ReactNode } from 'react';

/** A box to tick, with its text. */
export function Check({
  name,
  checked,
  disabled,
  text,
  onChecked,
}: {
  readonly name: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly text: string;
  readonly onChecked: (checked: boolean) => void;
}): ReactNode {
  return (
    <label className="co-check">
      <input
        type="checkbox"
        className="co-check__box"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          onChecked(event.currentTarget.checked);
        }}
      />
      <span>{text}</span>
    </label>
  );
}

import { useId, type ReactElement } from 'react';

export interface ChooserProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly id: string; readonly text: string }[];
  readonly choose: (id: string) => void;
}

/** A labelled select. */
export function Chooser({ label, value, choices, choose }: ChooserProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          choose(event.target.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.text}
          </option>
        ))}
      </select>
    </div>
  );
}

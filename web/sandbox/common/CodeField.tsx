import { useId, useState, type ReactElement } from 'react';

export interface CodeFieldProps {
  readonly label: string;
  /** The text of the button. */
  readonly apply: string;
  readonly initial: string;
  readonly enter: (code: string) => void;
}

/** A discount code with its button. */
export function CodeField({ label, apply, initial, enter }: CodeFieldProps): ReactElement {
  const id = useId();
  const [code, setCode] = useState(initial);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="coupon">
        <input
          id={id}
          type="text"
          autoComplete="off"
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
          onKeyDown={(event) => {
            // In this field Enter applies the code instead of paying.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            enter(code);
          }}
        />
        <button
          type="button"
          onClick={() => {
            enter(code);
          }}
        >
          {apply}
        </button>
      </div>
    </div>
  );
}

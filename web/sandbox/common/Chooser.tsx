import { useId, useRef, useState, type ReactElement } from 'react';
import { ChoiceFace, ChoiceList, type Choice } from './ChoiceList.tsx';

export interface ChooserProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly choose: (id: string) => void;
}

/** A button that shows the choice and opens a radio group to change it. */
export function Chooser({ label, value, choices, choose }: ChooserProps): ReactElement {
  const id = useId();
  const labelId = `${id}label`;
  const chosenId = `${id}chosen`;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = choices.find((choice) => choice.id === value);
  const close = (): void => {
    button.current?.focus();
    setIsOpen(false);
  };
  return (
    <div
      className="field"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // Elsewhere in a sheet, Escape closes the sheet.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <span id={labelId} className="label">
        {label}
      </span>
      <button
        ref={button}
        type="button"
        className="chosen"
        aria-expanded={isOpen}
        aria-labelledby={`${labelId} ${chosenId}`}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        <span id={chosenId} className="face">
          {chosen ? <ChoiceFace choice={chosen} /> : null}
        </span>
      </button>
      {isOpen ? (
        <ChoiceList labelId={labelId} value={value} choices={choices} choose={choose} close={close} />
      ) : null}
    </div>
  );
}

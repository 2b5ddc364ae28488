import { useEffect, useId, useRef, type ReactElement } from 'react';
import { CardArt, type CardFace } from './CardArt.tsx';

/** One of the things to choose from. */
export interface Choice {
  readonly id: string;
  readonly text: string;
  /** A second line. */
  readonly detail?: string;
  /** The card that is drawn beside the text. */
  readonly card?: CardFace;
}

/** The picture and the texts of a choice. */
export function ChoiceFace({ choice }: { readonly choice: Choice }): ReactElement {
  const { text, detail, card } = choice;
  return (
    <>
      {card ? <CardArt card={card} /> : null}
      <span dir="auto">
        {text}
        {detail ? <small>{detail}</small> : null}
      </span>
    </>
  );
}

export interface ChoiceListProps {
  /** The element with the name of the list. */
  readonly labelId: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly choose: (id: string) => void;
  /** Closes the list, after a choice or without one. */
  readonly close: () => void;
}

/** The open list: arrows choose and leave it open; a click, Enter and the space bar choose and close it. */
export function ChoiceList({ labelId, value, choices, choose, close }: ChoiceListProps): ReactElement {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  // Browsers click the radio that an arrow reaches.
  const isByArrow = useRef(false);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('input:checked, input')?.focus();
  }, []);
  return (
    <div
      ref={list}
      className="choices"
      role="radiogroup"
      aria-labelledby={labelId}
      onKeyDown={(event) => {
        isByArrow.current = event.key.startsWith('Arrow');
        if (event.key !== 'Enter') return;
        // Enter would submit the form.
        event.preventDefault();
        close();
      }}
      onKeyUp={() => {
        isByArrow.current = false;
      }}
    >
      {choices.map((choice) => (
        <label key={choice.id} className="option">
          <input
            type="radio"
            name={name}
            value={choice.id}
            checked={choice.id === value}
            onChange={() => {
              choose(choice.id);
            }}
            onClick={() => {
              if (!isByArrow.current) close();
            }}
          />
          <ChoiceFace choice={choice} />
        </label>
      ))}
    </div>
  );
}

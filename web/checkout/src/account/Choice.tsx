import { type ReactNode, useState } from 'react';
import type { IconName } from '../views/Icon.tsx';
import { OptionCard } from '../views/OptionCard.tsx';

export interface ChoiceItem {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

/** What is chosen of what an account has; the others, and the way without, behind a button. */
export function Choice(props: {
  readonly name: string;
  readonly icon: IconName;
  readonly legend: string;
  readonly items: readonly ChoiceItem[];
  /** The id of the chosen one; null for the other way. */
  readonly chosen: string | null;
  readonly change: string;
  readonly other: string;
  readonly disabled: boolean;
  readonly onChoose: (id: string | null) => void;
}): ReactNode {
  const { name, items, chosen, disabled, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const item = items.find(({ id }) => id === chosen);
  if (item !== undefined && !isOpen) {
    return (
      <div className="co-wallet__chosen">
        <p>
          <strong>{item.title}</strong>
          {item.description === null ? null : <span className="co-quiet">{item.description}</span>}
        </p>
        <button
          type="button"
          className="co-link"
          disabled={disabled}
          aria-label={props.change}
          onClick={() => {
            setOpen(true);
          }}
        >
          Změnit
        </button>
      </div>
    );
  }
  const option = (id: string | null, title: string, description: string | null): ReactNode => (
    <OptionCard
      key={id ?? ''}
      group={name}
      value={id ?? 'other'}
      icon={props.icon}
      title={title}
      description={description}
      checked={chosen === id}
      disabled={disabled}
      onChoose={() => {
        onChoose(id);
      }}
    />
  );
  return (
    <fieldset className="co-options" ref={isOpen ? focusChosen : undefined}>
      <legend className="co-hidden">{props.legend}</legend>
      {items.map(({ id, title, description }) => option(id, title, description))}
      {option(null, props.other, null)}
    </fieldset>
  );
}

/** The button that had the focus is gone. */
function focusChosen(list: HTMLFieldSetElement | null): void {
  if (document.activeElement === document.body) list?.querySelector<HTMLElement>('input:checked')?.focus();
}

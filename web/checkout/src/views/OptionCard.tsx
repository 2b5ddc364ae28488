import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** One option of a radio group, with its details below while it is selected. */
export function OptionCard(props: {
  readonly group: string;
  readonly value: string;
  readonly title: string;
  readonly icon: IconName;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
  readonly description?: string | null;
  readonly price?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly children?: ReactNode;
}): ReactNode {
  const id = `${props.group}-${props.value}`;
  const description = props.description ?? null;
  return (
    <div className={`co-option${props.checked ? ' co-option--chosen' : ''}`}>
      <label className="co-option__label" htmlFor={id}>
        <input
          type="radio"
          className="co-option__radio"
          id={id}
          name={props.group}
          value={props.value}
          checked={props.checked}
          disabled={props.disabled}
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
          onChange={props.onChoose}
        />
        <span className="co-option__icon">
          <Icon name={props.icon} />
        </span>
        <span className="co-option__body">
          <span className="co-option__text">
            <span className="co-option__title">{props.title}</span>
            {description === null || description === '' ? null : (
              <span className="co-option__description">{description}</span>
            )}
          </span>
          {props.price === undefined ? null : <span className="co-option__price">{props.price}</span>}
        </span>
      </label>
      {props.children}
    </div>
  );
}

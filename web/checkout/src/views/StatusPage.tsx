import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** A page with a single message: the cart is gone, or the shop is unreachable. */
export function StatusPage({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="co-status" role="status">
      <span className="co-status__icon">
        <Icon name={icon} />
      </span>
      <h1 className="co-status__title">{title}</h1>
      <p className="co-status__text">{text}</p>
      {children === undefined ? null : (
        // A button that says what it does is read out alone.
        <div className="co-actions co-actions--centre" aria-atomic={false}>
          {children}
        </div>
      )}
    </div>
  );
}

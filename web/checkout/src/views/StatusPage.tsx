import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** A page with a single message: the cart is gone, or the shop is unreachable. */
export function StatusPage({
  icon,
  title,
  text,
  more = [],
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Further paragraphs. */
  readonly more?: readonly string[];
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="co-status" role="status">
      <span className="co-status__icon">
        <Icon name={icon} />
      </span>
      <h1 className="co-status__title">{title}</h1>
      {[text, ...more].map((paragraph) => (
        <p className="co-status__text" key={paragraph}>
          {paragraph}
        </p>
      ))}
      {children === undefined ? null : <div className="co-actions co-actions--centre">{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** A message about the whole form. Screen readers announce `alert` at once, and read `info` when they reach it. */
export function Message({
  tone,
  children,
}: {
  readonly tone: 'alert' | 'warning' | 'info';
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={`co-message co-message--${tone}`} role={tone === 'alert' ? 'alert' : undefined}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <div className="co-message__body">{children}</div>
    </div>
  );
}

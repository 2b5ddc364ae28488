import type { ReactElement } from 'react';

/** The delivery promise beside the button. */
export const PromiseBadge = ({ text }: { readonly text: string }): ReactElement => (
  <p className="accelerated-checkout__promise" role="status">
    {text}
  </p>
);

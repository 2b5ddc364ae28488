import type { ReactNode } from 'react';

/** Line icons, drawn on a 24 px grid. They only accompany a text, so they are hidden from screen readers. */
const PATHS = {
  alert: 'M12 8v5m0 3.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  info: 'M12 11v5.5m0-8.7v-.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  check: 'm5 12.5 4.6 4.6L19.5 7',
  chevron: 'm6 9 6 6 6-6',
  card: 'M3.5 6.5h17a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-17a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM2.5 10.5h19M6 14.5h3.5',
  cash: 'M2.5 6.5h19v11h-19zM12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M5.5 9.5v.1m13 4.8v.1',
  bank: 'm3 9.5 9-5.5 9 5.5zM5.5 9.5v7m4.3-7v7m4.4-7v7m4.3-7v7M3.5 19.5h17',
  truck: 'M2.5 6.5h11.5v10.5H2.5zM14 10h4l3.5 3.5V17H14M6.7 17a1.9 1.9 0 1 0 .1 0m10.6 0a1.9 1.9 0 1 0 .1 0',
  point:
    'M12 21.5s7-6.2 7-11.5a7 7 0 1 0-14 0c0 5.3 7 11.5 7 11.5ZM12 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2',
  shop: 'M4 10v10h16V10M3 10l1.8-5.5h14.4L21 10a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Zm7 10v-5h4v5',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  copy: 'M9 8.5h10.5v12H9zM5.5 15.5H4.5v-12H15V5',
  printer: 'M7 9V3.5h10V9M7 17H3.5V9h17v8H17m-10-3h10v6.5H7z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      className="co-icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

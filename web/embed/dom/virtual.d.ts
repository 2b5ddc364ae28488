/** Made by the build from the React views and the style modules. */
declare module 'virtual:views' {
  import type { Tree } from '../dom/tree.ts';
  export type ViewName = 'buy-it-now' | 'more-options' | 'dialog';
  export const views: Readonly<Record<ViewName, Tree>>;
}

declare module 'virtual:styles' {
  /** For the page: the element, its button, its skeleton. */
  export const pageStyles: string;
  /** For the dialog's shadow root. */
  export const dialogStyles: string;
}

/** Made by the build from the React views and the style modules. */
declare module 'virtual:views' {
  export type ViewName = 'buy-it-now' | 'more-options' | 'dialog';
  /** The same as `Tree` of dom/tree.ts, which an ambient module cannot import. */
  type View =
    string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: View[]];
  export const views: Readonly<Record<ViewName, View>>;
}

declare module 'virtual:styles' {
  /** For the page: the element, its button, its skeleton. */
  export const pageStyles: string;
  /** For the dialog's shadow root. */
  export const dialogStyles: string;
}

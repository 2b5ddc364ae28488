/** Made by the build from the React views and the style modules. */
declare module 'virtual:views' {
  /** The same as `Tree` of dom/tree.ts, which an ambient module cannot import. */
  type View =
    string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: View[]];
  export const views: Readonly<Record<'buy-it-now' | 'more-options' | 'skeleton', View>>;
  export const pressViews: Readonly<Record<'dialog', View>>;
  /** By the attribute name of the wallet, with `-call-to-action` behind it where there is one. */
  export const walletViews: Readonly<Record<string, View>>;
}

declare module 'virtual:styles' {
  /** For the page: the element, its button, its skeleton. */
  export const pageStyles: string;
  /** For the page: wallets' buttons, the cart's grid. */
  export const walletPageStyles: string;
  /** For the shadow root of a wallet's button. */
  export const walletStyles: string;
  /** For the dialog's shadow root. */
  export const dialogStyles: string;
  /** For the page: the consent block. */
  export const consentStyles: string;
  /** For the dialog's shadow root, where it shows the subscription policy. */
  export const policyStyles: string;
}

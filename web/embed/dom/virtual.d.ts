/** Made by the build from the React views (ui/views.tsx): of a group each view's tree, from which nodes are built. */
declare module 'virtual:views/*' {
  /** The same as `Tree` of dom/tree.ts, which an ambient module cannot import. */
  type View =
    string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: View[]];
  export const views: Readonly<Record<string, View>>;
}

/** Made by the build from the brands (ui/brands.ts): the look of one wallet's button, by the wallet's name. */
declare module 'virtual:looks/*' {
  /** The same as `BrandLooks` of dom/button-views.ts, which an ambient module cannot import. */
  export const looks: Readonly<Record<string, { readonly logo: string; readonly css: string }>>;
}

/** Made by the build from the style modules (dom/*-styles.ts): the minified sheet. */
declare module 'virtual:styles/*' {
  export const css: string;
}

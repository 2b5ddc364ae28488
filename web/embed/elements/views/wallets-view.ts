/** How the wallets of an element are shown. */
export interface WalletsState {
  readonly disabled: boolean;
  readonly callToAction: boolean;
  readonly onlySdk: boolean;
}

/** The wallets of an element as the page shows them. */
export interface WalletsView {
  readonly update: (wallets: readonly string[], looks: WalletsState) => void;
  readonly close: () => void;
}

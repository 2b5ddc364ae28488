import type { Tree } from './tree.ts';

/** Drawn buttons of wallets, by the name of the view. */
export type Faces = Readonly<Record<string, Tree>>;

const known = new Map<string, Tree>();

/** Keeps the faces that a wallet's chunk has brought. */
export function addFaces(faces: Faces): void {
  for (const [view, tree] of Object.entries(faces)) known.set(view, tree);
}

/** A wallet's face, without or with its call to action; undefined until its chunk is there. */
export const faceOf = (wallet: string, callToAction: boolean): Tree | undefined =>
  known.get(callToAction ? `${wallet}-call-to-action` : wallet);

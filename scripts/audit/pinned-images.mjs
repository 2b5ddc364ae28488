/** The images that a deployment file names: `FROM` in a Dockerfile, `image:` in a Compose file. */
export function imagesIn(text) {
  const stages = new Set([...text.matchAll(/^FROM\s+\S+\s+AS\s+(\S+)/gim)].map(([, name]) => name));
  const named = [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gim)].map(([, image]) => image);
  return named.filter((image) => !stages.has(image));
}

/** Whether an image is named by the digest of its content. */
export const isPinned = (image) => /@sha256:[0-9a-f]{64}$/.test(image);

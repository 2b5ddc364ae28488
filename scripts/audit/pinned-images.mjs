/** The files that name the images of a deployment. */
export const DEPLOYED = ['deploy/Dockerfile', 'deploy/compose.yaml'];

/** Built by this repository (deploy/Dockerfile). */
const OWN_IMAGES = ['zkratka', 'zkratka-sandbox'];

const IMAGES = /^(?:FROM|\s+image:)\s+(\S+)/gim;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The images that a deployment file takes from a registry: `FROM` in a Dockerfile, `image:` in a Compose file. */
export function imagesIn(text) {
  const stages = [...text.matchAll(/^FROM\s+\S+\s+AS\s+(\S+)/gim)].map(([, name]) => name);
  const ours = new Set([...stages, ...OWN_IMAGES]);
  return [...text.matchAll(IMAGES)].map(([, image]) => image).filter((image) => !ours.has(image));
}

/** Whether a text is a digest as registries give it. */
export const isDigest = (text) => DIGEST.test(text);

/** The name and tag of an image, without its digest. */
export const taggedName = (image) => image.split('@')[0];

/** Whether an image is named by the digest of its content. */
export const isPinned = (image) => isDigest(image.slice(taggedName(image).length + 1));

/**
 * The text with each image of a registry pinned to the digest that the registry has for its tag now.
 * @param digestOf gives the digest of a name and tag; throws if there is none
 */
export function withDigests(text, digestOf) {
  const images = new Set(imagesIn(text));
  return text.replace(IMAGES, (line, image) => {
    if (!images.has(image)) return line;
    const name = taggedName(image);
    return line.replace(image, `${name}@${digestOf(name)}`);
  });
}

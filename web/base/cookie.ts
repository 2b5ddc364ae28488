/** A cookie of the page as it stands in the header; undefined where there is none. Throws where cookies are forbidden. */
export const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

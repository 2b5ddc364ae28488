/** The undecoded value of a cookie; undefined if there is none. Throws if cookies are forbidden. */
export const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

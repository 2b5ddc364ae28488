/** Whether the buyer is just doing something; browsers that cannot tell are believed. */
export function hasUserActivation(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.isActive ?? true;
}

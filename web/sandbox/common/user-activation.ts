/** Whether a user gesture is active. True in browsers that cannot tell. */
export function hasUserActivation(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.isActive ?? true;
}

/** Gives islands with `client:when="name"` their reason to load, on this page and the ones after it. */
export function giveReason(name: string): void {
  document.documentElement.dataset[name] = ''
  document.dispatchEvent(new CustomEvent(`shop:${name}`))
}

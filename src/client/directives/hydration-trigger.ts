/**
 * Loads the islands with `client:when="name"`, on this page and on the pages after it. The attribute is the signal, because Astro
 * inlines the directive in the page: it shares no module with the rest of the code.
 */
export function triggerHydration(name: string): void {
  document.documentElement.dataset[name] = ''
}

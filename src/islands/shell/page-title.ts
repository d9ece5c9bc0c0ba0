/** How the shop calls itself in the language of the page. */
export const shopName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? location.host

/** Titles a page that learns only in the browser what it is about, in the form of the pre-rendered titles. */
export function setPageTitle(name: string): void {
  document.title = `${name} · ${shopName()}`
}

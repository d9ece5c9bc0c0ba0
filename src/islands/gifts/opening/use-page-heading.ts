import { useEffect } from 'react'

/** Heads the page by what lies on it, and gives it back its own heading afterwards. */
export function usePageHeading(text: string): void {
  useEffect(() => {
    const heading = document.querySelector('main h1')
    if (!heading) return
    const own = heading.textContent
    heading.textContent = text
    return () => {
      heading.textContent = own
    }
  }, [text])
}

import type { TransitionBeforePreparationEvent } from 'astro:transitions/client'

/** Digest of all style sheets of the publication whose page was loaded first (scripts/publish/build/finish-page.ts). */
const { styles } = document.documentElement.dataset

/**
 * The content policy of the first page stays, and allows the inline styles of its own publication. When pages of another one are served
 * meanwhile, their styles come as files.
 */
document.addEventListener('astro:before-preparation', (event) => {
  const { loader } = event
  event.loader = async () => {
    await loader()
    if (event.newDocument.documentElement.dataset['styles'] !== styles) await linkStyles(event)
  }
})

async function linkStyles({ newDocument }: TransitionBeforePreparationEvent): Promise<void> {
  for (const style of newDocument.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
    const link = newDocument.createElement('link')
    link.rel = 'stylesheet'
    link.href = style.dataset['href'] ?? ''
    // In the cache before the page is shown.
    await fetch(link.href).catch(() => undefined)
    style.replaceWith(link)
  }
}

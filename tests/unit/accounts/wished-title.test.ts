import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const VARIANT = '17'
const browsePage = new URL('../../../src/components/catalog/browse/LatestLaunch.astro', import.meta.url)

/** A page with one offer, inside an article whose name is a heading of this level. */
class FakePage {
  private readonly heading: string
  constructor(heading: string) {
    this.heading = heading
  }
  querySelector = (selectors: string): object | null =>
    selectors.split(', ').includes(this.heading) ? { textContent: ' Mangoes in March ' } : null
  querySelectorAll = (): object[] => [
    { getAttribute: () => VARIANT, closest: (tag: string) => (tag === 'article' ? this : null) },
  ]
}

/** What of `<wished-title>` is looked at. */
type Notice = { textContent: string | null; connectedCallback: () => void; disconnectedCallback: () => void }

let page = new FakePage('h1')
let element: CustomElementConstructor | undefined
vi.stubGlobal('HTMLElement', EventTarget)
vi.stubGlobal(
  'DOMParser',
  class {
    parseFromString = (): FakePage => page
  },
)
vi.stubGlobal('fetch', async () => new Response(''))
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('customElements', {
  get: () => element,
  define: (_: string, defined: CustomElementConstructor) => void (element = defined),
})

/** What the page of signing in says to somebody who pressed Buy at an offer whose name has this level. */
async function noticeFor(heading: string, path: string): Promise<string | null> {
  page = new FakePage(heading)
  const next = encodeURIComponent(`${path}?buy=${VARIANT}`)
  vi.stubGlobal('location', new URL(`https://shop.test/sign-in/?next=${next}`))
  await import('../../../src/elements/accounts/wished-title.ts')
  await vi.waitUntil(() => element)
  if (!element) throw new Error('no element')
  const notice = new element() as unknown as Notice
  Object.assign(notice, { getAttribute: (name: string) => `${name}: {{name}}`, textContent: null })
  notice.connectedCallback()
  await vi.waitUntil(() => notice.textContent, { timeout: 2_000 }).catch(() => undefined)
  notice.disconnectedCallback()
  return notice.textContent
}

it('[SI-7] the page of signing in names what was bought, on the page of a title, of plans and of all titles', async () => {
  expect(await noticeFor('h1', '/product-details/3/mangoes/')).toBe('text: Mangoes in March')
  expect(await noticeFor('h2', '/subscribe/')).toBe('text: Mangoes in March')
  expect(await noticeFor('h3', '/browse/')).toBe('text: Mangoes in March')
})

it('[SI-7] the newest title of the page of all titles is an article, in which its name and its offer stand', () => {
  const [article = ''] = /<article[\s\S]*<\/article>/.exec(readFileSync(browsePage, 'utf8')) ?? []
  expect(article).toMatch(/<h3>[\s\S]*<PriceBox/)
})

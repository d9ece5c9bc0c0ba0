import { AsyncLocalStorage } from 'node:async_hooks'

/** What a question is asked with: texts and numbers, so that it can be written down and asked again at the next rebuild. */
type Word = string | number | boolean
type Answer = (words: never) => Promise<unknown>

/**
 * Which questions each page asked the catalog while it was rendered. Their answers are everything that it shows of the
 * catalog: the digest of the answers is the digest of the page (design 11), and nobody has to state it twice.
 */
export type Ledger = { answers: Map<string, Answer>; asking: AsyncLocalStorage<Set<string>> }

declare global {
  var shopLedger: Ledger | undefined
}

/** The one ledger of a build: the bundle that renders pages and the publisher that asks again are different module graphs. */
export const ledger: Ledger = (globalThis.shopLedger ??= { answers: new Map(), asking: new AsyncLocalStorage() })

/** A question that pages ask. Its answer must be plain data. Trap: what a page gets by its props is not asked, so props hold only words of its path. */
export function question<Words extends Word[], Data>(
  name: string,
  answer: (...words: Words) => Promise<Data>,
): (...words: Words) => Promise<Data> {
  ledger.answers.set(name, (words: Words) => answer(...words))
  return (...words) => {
    ledger.asking.getStore()?.add(JSON.stringify([name, words]))
    return answer(...words)
  }
}

import { createRequire, registerHooks } from 'node:module'

export type PageModules = typeof import('./page-modules.ts')

/**
 * Every visit of every device has its own instances of the modules of the pages, as every open page has: Node loads a module once
 * for each query of its address, and here the query of the page goes on to everything that it imports of the shop.
 */
const VISIT = /\?(visit=\d+)$/

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const visit = VISIT.exec(context.parentURL ?? '')?.[1]
    return visit && found.url.endsWith('.ts') && !found.url.includes('/node_modules/')
      ? { ...found, url: `${found.url}?${visit}` }
      : found
  },
})

const { nativeImport } = createRequire(import.meta.url)('./native-import.ts') as typeof import('./native-import.ts')

let visits = 0
export const loadPage = (): Promise<PageModules> =>
  nativeImport(`${new URL('page-modules.ts', import.meta.url).href}?visit=${(visits += 1)}`)

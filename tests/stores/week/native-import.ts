import type { PageModules } from './load-page.ts'

/** Vitest, whose own imports know one instance of a module only, does not load this file: Node does. */
export const nativeImport = (address: string): Promise<PageModules> => import(address) as Promise<PageModules>

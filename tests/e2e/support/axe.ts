import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** `orDialog`: the dialog instead, where one is open. */
type Part = { include?: string[]; exclude?: string[]; orDialog?: boolean }
type Options = Pick<RunOptions, 'resultTypes'> & { runOnly?: string[] }
type Found = Pick<AxeResults, 'violations' | 'incomplete'>
type Axe = { run: (part: Omit<Part, 'orDialog'>, options: Options) => Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe reports on a part of the page. Its script, half a megabyte, is put once into each document. */
export async function runAxe(page: Page, { orDialog, ...part }: Part, options: Options = {}): Promise<Found> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([chosen, mayBeDialog, more]) => {
      // Looked for where axe begins: a dialog that was open when the test asked may be closed by now.
      const isDialog = mayBeDialog && document.querySelector('dialog:modal') !== null
      const { axe } = window as unknown as { axe: Axe }
      const { violations, incomplete } = await axe.run(isDialog ? { include: ['dialog:modal'] } : chosen, {
        resultTypes: ['violations'],
        ...more,
      })
      return { violations, incomplete }
    },
    [part, orDialog, options] as const,
  )
}

/** Violations as text: the rule, the elements, and what is wrong with them. */
export async function axeViolations(page: Page, part: Part): Promise<string[]> {
  const { violations } = await runAxe(page, part)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')}`,
  )
}

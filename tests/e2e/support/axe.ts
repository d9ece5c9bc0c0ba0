import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

type Part = { include?: string[]; exclude?: string[] }
type Options = Pick<RunOptions, 'resultTypes'> & { runOnly?: string[] }
type Found = Pick<AxeResults, 'violations' | 'incomplete'>
type Axe = { run: (part: Part, options: Options) => Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe reports on a part of the page. Its script, half a megabyte, is put once into each document. */
export async function runAxe(page: Page, part: Part, options: Options = {}): Promise<Found> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([chosen, more]) => {
      const { violations, incomplete } = await (window as unknown as { axe: Axe }).axe.run(chosen, {
        resultTypes: ['violations'],
        ...more,
      })
      return { violations, incomplete }
    },
    [part, options] as const,
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

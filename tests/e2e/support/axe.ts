import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

type Axe = { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe reports on a part of the page. Its script, half a megabyte, is put once into each document. */
export async function runAxe(page: Page, context: ElementContext, options: RunOptions = {}): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([part, more]) => {
      const { violations, incomplete } = await (window as unknown as { axe: Axe }).axe.run(part, {
        resultTypes: ['violations'],
        ...more,
      })
      return { violations, incomplete } as AxeResults
    },
    [context, options] as const,
  )
}

/** Violations as text: the rule, the elements, and what is wrong with them. */
export async function axeViolations(page: Page, context: ElementContext): Promise<string[]> {
  const { violations } = await runAxe(page, context)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')}`,
  )
}

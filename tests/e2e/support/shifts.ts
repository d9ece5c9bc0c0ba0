import type { Page } from '@playwright/test'

type Shift = { value: number; parts: string[] }

/**
 * Collects layout shifts from the first paint on. `hadRecentInput` is not asked: nobody touches these pages, and Chromium says it
 * also for half a second after the window got its size.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    const collect = (entries: PerformanceEntryList) => {
      for (const entry of entries as unknown as LayoutShift[])
        shifts.push({
          value: entry.value,
          parts: entry.sources.map(({ node }) =>
            node instanceof Element ? `${node.localName}.${node.className}` : '',
          ),
        })
    }
    const observer = new PerformanceObserver((list) => collect(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // The observer hears of a shift some time after it.
    Object.assign(window, { allShifts: () => (collect(observer.takeRecords()), shifts) })
  })
}
type LayoutShift = { value: number; sources: { node?: Node }[] }
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { allShifts: () => Shift[] }).allShifts())

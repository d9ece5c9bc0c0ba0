import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { useOwnShop } from '../support/own-shop.ts'

const own = useOwnShop()
/** Longest time from the change to the page, on a machine that is not overloaded. */
const SECONDS = 10
/** On an overloaded one: the rest of a running publication, the pause that collects changes, a publication of its own, and the checks of both. */
const REBUILDS = 5
let rebuildSeconds = 0

const rename = (key: string, name: string) =>
  own.change(
    `update products set translations = jsonb_set(translations, '{en,name}', '"${name}"') where key = '${key}'`,
  )
const isShown = (text: string) =>
  readdirSync(own.current(), { recursive: true, encoding: 'utf8' }).some(
    (file) => file.endsWith('.html') && readFileSync(join(own.current(), file), 'utf8').includes(text),
  )

beforeAll(async () => {
  for (const name of ['Lane', 'Another Lane']) {
    await rename('serial', name)
    const started = performance.now()
    const { code, error } = await own.rebuild()
    if (code !== 0) throw new Error(error.join('\n'))
    rebuildSeconds = (performance.now() - started) / 1000
  }
})

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition() && Date.now() < end;) await wait(20)
}

/** Seconds until a page shows the text. */
async function shown(text: string): Promise<number> {
  const started = performance.now()
  await until(() => isShown(text))
  return (performance.now() - started) / 1000
}

describe('--watch', () => {
  it('[SP-2] publishes each change within ten seconds: two at once together, those of a running publication, and after a restart of the database', async () => {
    let isDone = false
    const running = own.rebuild(['--watch', '10'], { after: () => isDone, by: 'SIGTERM' })
    const seconds: Record<string, number> = {}
    const limit = Math.max(SECONDS, REBUILDS * rebuildSeconds)
    await rename('serial', 'First Lane')
    await shown('First Lane')
    expect(isShown('First Lane')).toBe(true)

    await Promise.all([rename('serial', 'Left Lane'), rename('tukaram', 'Right Lane')])
    seconds['two at once'] = await shown('Left Lane')
    // The same publication shows the other one.
    expect(isShown('Right Lane')).toBe(true)

    await rename('serial', 'Early Lane')
    await until(() => readdirSync(own.site).some((name) => name.startsWith('building-')))
    await rename('tukaram', 'Late Lane')
    expect(isShown('Early Lane')).toBe(false)
    seconds['while it publishes'] = await shown('Late Lane')
    expect(isShown('Early Lane')).toBe(true)

    await own.restartDatabase()
    for (const name of ['One Lane', 'Two Lane', 'Last Lane']) await rename('serial', name)
    seconds['after a restart'] = await shown('Last Lane')

    isDone = true
    const { code, out } = await running
    expect([code, Object.entries(seconds).filter(([, taken]) => taken >= limit)]).toEqual([0, []])
    // The first one, the two at once, one each before and during a publication, the three after the restart.
    expect(out.match(/published/g)?.length).toBeLessThanOrEqual(6)
  })
})

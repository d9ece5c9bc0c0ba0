import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { runImport } from '../../../scripts/import/run.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { buildApp } from '../../../src/server/app.ts'
import type { AppContext } from '../../../src/server/context.ts'
import { checkAlarms } from '../../../src/server/operations/monitoring/alarms.ts'
import { createTempFiles } from '../../../src/server/runtime/temp-files.ts'
import { captchaProof } from '../support/captcha.ts'
import { sendForm, textParts } from '../support/forms.ts'
import { bareSpeech } from '../support/mp3s.ts'
import { ask, makeListener } from '../support/personas.ts'
import { digestOf, FORM, longTone } from '../support/recordings.ts'
import { canMount, smallDisk, unmountable, type SmallDisk } from '../support/small-disk.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop, type TestShop } from '../support/shop.ts'

const base = useShop('empty')
const { folderOf } = useSourceFolders()
const disk = mkdtempSync(join(tmpdir(), 'shop-disk-'))
const LEAST = 2

describe.runIf(canMount)(`a full disk${unmountable}`, () => {
  let small: SmallDisk
  let shop: TestShop
  let token = ''
  beforeAll(async () => {
    small = smallDisk(disk, 4)
    for (const name of ['media', 'incoming']) mkdirSync(join(disk, name))
    const [media, tempFiles] = [diskStore(join(disk, 'media')), createTempFiles(join(disk, 'incoming'))]
    const context: AppContext = { ...base().context, media, tempFiles }
    base().clock.now = new Date()
    const health = { disk: { folder: disk, leastMegabytes: LEAST } }
    shop = { ...base(), context, app: await buildApp(context, { health }) }
    token = await openSession(context, await makeListener(shop, 'artist@x.test'))
  })
  afterAll(async () => {
    await shop.app.close()
    small.remove()
    rmSync(disk, { recursive: true, force: true })
  })
  const fillUp = () => {
    try {
      writeFileSync(join(disk, 'filler'), new Uint8Array(16 * 2 ** 20))
    } catch {
      // It is full now.
    }
  }
  const empty = () => rmSync(join(disk, 'filler'), { force: true })
  const filesIn = (folder: string) =>
    readdirSync(join(disk, folder), { recursive: true, withFileTypes: true }).flatMap((one) =>
      one.isFile() ? [one.name] : [],
    )

  it('[RL-3] is told by /readyz and by an alarm, until there is room again', async () => {
    const state = async () => {
      const { statusCode } = await shop.app.inject('/readyz')
      const changes = await checkAlarms(shop.context, { dataDir: disk, staleHours: 6, leastMegabytes: LEAST })
      return [statusCode, ...changes.map(({ alarm, state: now }) => `${alarm} ${now}`)]
    }
    expect(await state()).toEqual([200])
    fillUp()
    expect(await state()).toEqual([503, 'disk on'])
    empty()
    expect(await state()).toEqual([200, 'disk over'])
  })

  it('[RL-3] refuses the part of a recording for now; it goes on when there is room, and nothing is lost', async () => {
    const sound = longTone(200_000)
    const { upload } = (
      await ask(
        shop,
        endpoints.startRecording,
        { name: 'a.mp3', size: sound.length, digest: digestOf(sound) },
        { token },
      )
    ).body
    const part = () =>
      sendForm(
        shop,
        endpoints.sendRecordingPart,
        [
          { name: 'offset', text: '0' },
          { name: 'part', file: 'blob', bytes: sound },
        ],
        { token, params: { upload } },
      )
    fillUp()
    expect(await part()).toEqual({ status: 503, body: { status: false, fault: 'unavailable', seconds: 2 } })
    expect(filesIn('incoming')).toEqual([])
    empty()
    expect(await part()).toMatchObject({ status: 200, body: { offset: sound.length } })
    const finish = async () =>
      sendForm(shop, endpoints.uploadAudition, textParts({ ...FORM, captcha: await captchaProof(shop), upload }), {
        token,
      })
    fillUp()
    expect(await finish()).toMatchObject({ status: 503, body: { fault: 'unavailable' } })
    expect(await shop.db.query('select 1 from auditions')).toEqual([])
    expect(filesIn('media')).toEqual([])
    empty()
    expect(await finish()).toMatchObject({ status: 200 })
    expect(await shop.db.query('select 1 from auditions')).toHaveLength(1)
  })

  it('[RL-3] stops an import with one line, and the next run completes it', async () => {
    const folder = folderOf('catalog', {
      'titles.csv': 'key,name\none,One\ntwo,Two\n',
      'one/1.mp3': bareSpeech(),
      'two/1.mp3': bareSpeech(),
    })
    const run = () =>
      runImport([folder, '--no-covers'], async () => ({ context: shop.context, close: async () => undefined }), {
        line: () => undefined,
      })
    const before = filesIn('media')
    fillUp()
    await expect(run()).rejects.toThrow(
      /^The import stopped: no space is left on the disk of DATA_DIR\. Free some and run the command again/,
    )
    expect(filesIn('media')).toEqual(before)
    empty()
    expect(await run()).toBe(0)
    expect(await shop.db.query('select key from products where track_count = 1 order by key')).toEqual([
      { key: 'one' },
      { key: 'two' },
    ])
  })
})

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { readConfig } from '../../../src/server/config.ts'
import { startShop } from '../../../src/server/main.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { copyCluster } from '../support/cluster.ts'
import { sendForm, textParts } from '../support/forms.ts'
import { makeListener } from '../support/personas.ts'
import { captchaProof } from '../support/captcha.ts'
import { FORM, recording } from '../support/recordings.ts'
import { send, useShop } from '../support/shop.ts'
import { addRecording } from '../support/sounds.ts'

const shop = useShop('empty')
const base = mkdtempSync(join(tmpdir(), 'shop-manage-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeAll(async () => {
  shop().clock.now = new Date()
  const token = await openSession(shop().context, await makeListener(shop(), 'artist@x.test'))
  for (const [name, first_name] of [
    ['a.mp3', 'Asha'],
    ['b.ogg', 'सुमती'],
    ['c.mp3', 'Vijay'],
  ]) {
    const parts = textParts({ ...FORM, first_name: first_name ?? '', captcha: await captchaProof(shop()) })
    const bytes = recording(name === 'b.ogg' ? 'tone.ogg' : 'tone.mp3')
    await sendForm(shop(), endpoints.uploadAudition, [...parts, { name: 'recorded_file', file: name ?? '', bytes }], {
      token,
    })
  }
  const letter = {
    first_name: 'Asha',
    last_name: 'Joshi',
    email: 'a@x.test',
    mobile: '9876543210',
    comments: 'नमस्कार,\n1 < 2',
    type: 'writer',
  }
  await send(shop().app, endpoints.contactUs, { ...letter, altcha: await captchaProof(shop()) })
})

let closed = 0
const run = (...args: string[]) =>
  manage(args, async () => ({
    context: shop().context,
    close: async () => void (closed += 1),
  }))
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))

describe('manage', () => {
  it('[OP-3] takes the token of an order that starts with a hyphen as the argument that it is', async () => {
    const token = `-${'a'.repeat(42)}`
    await expect(run('orders', 'unseal', token, 'Income tax office, letter 12')).rejects.toThrow(
      `No sealed buyer belongs to order ${token}.`,
    )
  })

  it('[AD-3] lists auditions page by page, newest first, and shows one with all fields', async () => {
    const { rows: first, ...rest } = await json('auditions', 'list', '--limit', '2')
    expect([rest, first.map((row: Record<string, string>) => row['first_name'])]).toEqual([
      { total: 3, page: 1, pages: 2 },
      ['Vijay', 'सुमती'],
    ])
    const second = await json('auditions', 'list', '--limit', '2', '--page', '2')
    expect(second.rows).toMatchObject([{ first_name: 'Asha', kind: 'mp3', city: 'पुणे', project_name: 'Panchatantra 2' }])
    const { id } = second.rows[0]
    expect(await json('auditions', 'show', String(id))).toMatchObject({
      id,
      email: FORM.email,
      mobile: '9876543210',
      birth_date: '1990-11-21',
      is_kept: false,
    })
    expect(await run('auditions', 'show', String(id))).toMatch(/\nis_professional +no\n/)
    const table = await run('auditions', 'list')
    expect(table).toMatch(/^id +created_at +first_name/)
    expect(table).toMatch(/\n3 in all, page 1 of 1$/)
  })

  it('[AD-3] saves a recording to a new file only', async () => {
    const { rows: found } = await json('auditions', 'list')
    const { id } = found.find(({ kind }: { kind: string }) => kind === 'ogg')
    const file = join(base, 'voice.ogg')
    expect(await run('auditions', 'save', String(id), file)).toBe(`saved to ${file}`)
    expect(readFileSync(file).equals(recording('tone.ogg'))).toBe(true)
    await expect(run('auditions', 'save', String(id), file)).rejects.toThrow(`${file} exists already`)
    await expect(run('auditions', 'save', '999', join(base, 'none'))).rejects.toThrow('There is no audition 999.')
    await expect(run('auditions', 'save', String(id), join(base, 'no/such/folder'))).rejects.toThrow(
      'could not be written',
    )
    expect(existsSync(join(base, 'none'))).toBe(false)
  })

  it('[AD-3] records who acted: the person of --as, else the person behind sudo', async () => {
    const { username } = userInfo()
    const lastActor = async () => (await json('audit', 'list', '--limit', '1')).rows[0].who
    const [{ id }] = (await json('auditions', 'list')).rows
    await run('auditions', 'keep', String(id), '--as', 'सुमती Joshi')
    expect(await lastActor()).toBe(`सुमती Joshi (as ${username}) at the command line`)
    vi.stubEnv('SUDO_USER', 'asha')
    await run('auditions', 'release', String(id))
    expect(await lastActor()).toBe(`asha (as ${username}) at the command line`)
    vi.unstubAllEnvs()
    await run('auditions', 'keep', String(id))
    expect(await lastActor()).toBe(`${username} at the command line`)
    await run('auditions', 'release', String(id))
    await expect(run('auditions', 'list', '--as', '\u001b[2J')).rejects.toThrow('--as must be the name of a person.')
  })

  it('[AD-3] retains an audition beyond its year, and ends that again', async () => {
    const [{ id }] = (await json('auditions', 'list')).rows
    expect(await run('auditions', 'keep', String(id))).toBe(`audition ${id} is retained`)
    expect(await json('auditions', 'show', String(id))).toMatchObject({ is_kept: true })
    await run('auditions', 'release', String(id))
    expect(await json('auditions', 'show', String(id))).toMatchObject({ is_kept: false })
  })

  it('[AB-3] lists contact messages and shows one with its text', async () => {
    const { rows: messages } = await json('contacts', 'list')
    expect(messages).toMatchObject([{ type: 'writer', email: 'a@x.test' }])
    expect(await json('contacts', 'show', String(messages[0].id))).toMatchObject({ comments: 'नमस्कार,\n1 < 2' })
    await expect(run('contacts', 'show', '999')).rejects.toThrow('There is no message 999.')
    const remove = ['contacts', 'remove', String(messages[0].id)]
    await expect(run(...remove)).rejects.toThrow(
      /^Message \d+ of Asha Joshi, \d{4}-\d\d-\d\d, would be deleted for good/,
    )
    expect(await json('contacts', 'show', String(messages[0].id))).toMatchObject({ first_name: 'Asha' })
    expect(await run(...remove, '--yes')).toBe(`message ${messages[0].id} is deleted`)
    await expect(run(...remove, '--yes')).rejects.toThrow('There is no message')
    const { rows: actions } = await json('audit', 'list')
    const done = actions.map(({ action, target }: Record<string, string>) => `${action} ${target}`)
    expect(done).toEqual(
      expect.arrayContaining([
        `remove letter ${messages[0].id}`,
        expect.stringMatching(/^save audition/),
        expect.stringMatching(/^keep audition/),
      ]),
    )
  })

  it('[OP-3] [SH-12] starts and ends maintenance, with a message for colleagues', async () => {
    expect(await json('maintenance', 'show')).toEqual({ isClosed: false, message: '', since: null })
    expect(await run('maintenance', 'on', '--message', 'new disks')).toMatch(/^maintenance mode is on/)
    expect(await json('maintenance', 'show')).toMatchObject({ isClosed: true, message: 'new disks' })
    expect(await run('maintenance', 'off')).toBe('maintenance mode is off')
    expect(await run('maintenance', 'off')).toBe('maintenance mode was off already')
    expect((await json('audit', 'list')).rows.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'opened again',
      'closed for work',
    ])
    expect(await json('health', 'show')).toMatchObject({ paymentsHeld: 0, jobsFailed: 0 })
  })

  it('[OP-3] shows its help, for all commands and for one group, without opening the database', async () => {
    const before = closed
    expect(await run('--help')).toMatch(/auditions save ID FILE.*\n(?:.*\n)*.*contacts show ID/)
    expect(await run()).toBe(await run('-h'))
    expect(await run('contacts', '--help')).not.toContain('auditions')
    expect(await run('coupons', 'add', '--help')).toMatch(
      /coupons add CODE PERCENT \[--uses N\] \[--until YYYY-MM-DD\]/,
    )
    expect(await run('coupons', 'add', '--help')).not.toContain('coupons list')
    expect(closed).toBe(before)
  })

  it.each([
    [['nothing'], /^There is no command "nothing"\.\nnpm run manage/],
    [['auditions', 'show'], /^usage: auditions show ID$/],
    [['auditions', 'show', '1', '2'], /^usage/],
    [['auditions', 'show', 'x'], /^ID must be a number, not "x"\.$/],
    [['auditions', 'list', '--limit', '0'], /^--limit must be a number from 1 to 1000/],
    [['auditions', 'list', '--page', 'x'], /^--page must be/],
    [['auditions', 'list', '--what'], /--what/],
  ])('[OP-3] explains the error in %j, and closes the database', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
  })
})

describe('the command itself', () => {
  const command = new URL('../../../scripts/manage.ts', import.meta.url).pathname
  const env = { ...process.env, DATA_DIR: join(base, 'data'), PORT: '0' }
  const runCommand = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { env })

  it('[OP-2] works beside a running shop and without one', async () => {
    const loadDemo = async () => ({ titles: 0, source: { collections: {}, titles: [], folder: '/', replace: false } })
    await copyCluster(env.DATA_DIR)
    const paidPaypalMandate = await startShop(readConfig(env), undefined, { loadDemo })
    await paidPaypalMandate.context.db.query(
      `insert into contacts (type, first_name, last_name, email, mobile, comments) values ('customer', 'Asha', 'Joshi', 'a@x.test', '123456', 'Hello')`,
    )
    expect(JSON.parse((await runCommand('contacts', 'list', '--json')).stdout)).toMatchObject({
      total: 1,
      rows: [{ first_name: 'Asha' }],
    })
    // The command did not stop the database of the shop.
    expect((await fetch(`${paidPaypalMandate.address}/readyz`)).status).toBe(200)
    await paidPaypalMandate.close()
    expect((await runCommand('contacts', 'show', '1')).stdout).toMatch(/\ncomments +Hello\n/)
    expect(existsSync(join(base, 'data/shop.lock'))).toBe(false)
    const failed = await runCommand('contacts', 'show', '7').catch((error: { code: number; stderr: string }) => error)
    expect(failed).toMatchObject({ code: 1, stderr: 'There is no message 7.\n' })
  })
})

describe('what an hour of sound weighs', () => {
  it('[SO-4] is counted from the editions that listeners get, and shown as megabytes', async () => {
    const [title] = await shop().db.query<{ id: number }>(
      `insert into products (key, slug, name, audio_type, spoken, translations, published, status)
        values ('weighed', 'weighed', 'Weighed', 'audiobook', 'en', '{"en":{"name":"Weighed"}}', '2024-05-01', 'published') returning id`,
    )
    const sound = async (name: string, bytes: number) => addRecording(shop(), Buffer.from(name.padEnd(bytes, '.')), 36)
    for (const [name, light] of [
      ['with', 40_000],
      ['without', undefined],
    ] as const) {
      const recorded = await sound(`recorded ${name}`, 600_000)
      const lightId = light && (await sound(`light ${name}`, light))
      await shop().db.query(
        `insert into tracks (key, product_id, position, name, translations, seconds, audio_id) values ($1, $2, $3, $1, '{}', 36, $4)`,
        [name, title?.id, name === 'with' ? 1 : 2, recorded],
      )
      await shop().db.query(`update audio_editions set state = 'ready', light_id = $2 where media_id = $1`, [
        recorded,
        lightId ?? null,
      ])
    }
    // 36 seconds twice: 1.2 MB in a fiftieth of an hour.
    expect(await json('titles', 'megabytes')).toEqual({
      ...{ tracks: 2, hours: 0.02, recorded: 60, full: 60, light: 32, with_light: 1 },
    })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { DoctorReport } from '#contract/desk/catalog/catalog.ts'
import type { EditedName } from '#contract/desk/catalog/names.ts'
import { call, idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))
const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown>) => sendAt(shop(), cookie, row, input)
const list = async (input: object) =>
  (await at(endpoints.deskNames, { ...input })).json<ReplyOf<typeof endpoints.deskNames>>()
const read = async (of: string, key: string) =>
  (await at(endpoints.deskName, { of, key })).json<{ name: EditedName }>().name
const save = (of: string, { photo_address: _shown, ...name }: EditedName) => at(endpoints.deskSaveName, { of, ...name })
const found = async (finding: string) =>
  (await at(endpoints.deskDoctor, {})).json<DoctorReport>().findings.find((one) => one.finding === finding)?.items ?? []

describe('people and categories at the desk', () => {
  it('[DK-13] are found in either script, by what they lack, and when no title names them', async () => {
    const keys = async (input: object) => (await list(input)).data.map(({ key }) => key)
    expect(await keys({ of: 'person', q: 'dnyaneshwar' })).toContain('sant-dnyaneshwar')
    expect(await keys({ of: 'person', q: 'देशपांडे' })).toEqual(['pu-la'])
    expect(await keys({ of: 'person', filter: 'english' })).toContain('pu-la')
    expect(await keys({ of: 'person', filter: 'english' })).not.toContain('narrator')
    expect(await keys({ of: 'category', filter: 'marathi' })).toContain('first-words')
    await shop().db.query(
      `insert into people (key, slug, name, translations) values ('nobody', 'nobody', 'Nobody', '{"en":{"name":"Nobody"}}')`,
    )
    expect(await keys({ of: 'person', filter: 'unused' })).toEqual(['nobody'])
  })

  it('[DK-13] the finding of a missing name goes when the name is added, and search and pages have it', async () => {
    expect((await found('personName')).map(({ kind, key }) => [kind, key])).toContainEqual(['person', 'pu-la'])
    const before = await read('person', 'pu-la')
    const translations = {
      ...before.translations,
      en: { name: 'P. L. <Deshpande>', description: '<p>A writer</p><script>x</script>' },
    }
    expect((await save('person', { ...before, translations })).statusCode).toBe(200)
    expect((await read('person', 'pu-la')).translations).toMatchObject({
      en: { name: 'P. L. <Deshpande>', description: '<p>A writer</p>' },
      mr: { name: 'पु. ल. देशपांडे' },
    })
    expect((await found('personName')).map(({ key }) => key)).not.toContain('pu-la')
    const [line] = await shop().db.query<{ who: string }>(
      `select who from operator_actions where action = 'save person' order by id desc limit 1`,
    )
    expect(line?.who).toContain('editor')
  })

  it('[DK-12] are not overwritten by somebody who has not seen the last change', async () => {
    const mine = await read('category', 'humour')
    const named = (name: string) => ({ ...mine, translations: { ...mine.translations, en: { name } } })
    expect((await save('category', named('Comedy'))).statusCode).toBe(200)
    const late = await save('category', named('Laughter'))
    expect(late.json()).toMatchObject({ fault: 'changedMeanwhile' })
    const after = await read('category', 'humour')
    expect(after.translations.en?.name).toBe('Comedy')
    const [row] = await shop().db.query<{ kind: string; position: number }>(
      `select kind, position from categories where key = 'humour'`,
    )
    expect(row).toEqual({ kind: 'genre', position: 1 })
  })

  it('[DK-13] keep a name in one language at least, their photo, and take no picture of another kind', async () => {
    const before = await read('person', 'sant-dnyaneshwar')
    expect(before.photo).toMatch(/^media\/people\//)
    expect((await save('person', { ...before, translations: {} })).json()).toMatchObject({ fault: 'nameNeeded' })
    expect((await save('person', { ...before, photo: 'media/people/0123456789' })).json()).toMatchObject({
      fault: 'noPicture',
    })
    expect((await save('person', { ...before, photo: '../../etc/passwd' })).statusCode).toBe(400)
    expect(await read('person', 'sant-dnyaneshwar')).toEqual(before)
    expect((await at(endpoints.deskName, { of: 'person', key: 'no-such' })).statusCode).toBe(404)
  })
})

type Saved = { name: EditedName; change: number | null }
const rename = async (of: string, key: string, en: string) => {
  const before = await read(of, key)
  const named = { ...before, translations: { ...before.translations, en: { ...before.translations.en, name: en } } }
  return (await save(of, named)).json<Saved>()
}
const undo = (id: unknown) => at(endpoints.deskUndo, { id })
const changes = async () =>
  (await at(endpoints.deskChanges, { area: 'names' })).json<ReplyOf<typeof endpoints.deskChanges>>().changes
const lastAction = async () =>
  (await shop().db.query('select who, action, target from operator_actions order by id desc limit 1'))[0]

describe('an undo for names', () => {
  it.each([
    ['person', 'sant-dnyaneshwar'],
    ['category', 'humour'],
  ])('[DK-4] brings back a %s as it was: names, texts, photo and place', async (of, key) => {
    const before = await read(of, key)
    const { change } = await rename(of, key, 'Misspelt')
    const [listed] = await changes()
    expect(listed).toMatchObject({ id: change, action: `save ${of}`, can_undo: true })
    expect(listed?.label).toBe(`${before.translations.en?.name} → Misspelt`)
    expect((await undo(change)).statusCode).toBe(200)
    expect(await read(of, key)).toEqual(before)
    expect(await lastAction()).toMatchObject({ who: listed?.staff, action: `undo save ${of}`, target: key })
    expect((await changes())[0]).toMatchObject({ id: change, can_undo: false })
  })

  it('[DK-4] brings back a photo that was removed', async () => {
    const before = await read('person', 'sant-dnyaneshwar')
    const { change } = (await save('person', { ...before, photo: null })).json<Saved>()
    expect((await read('person', 'sant-dnyaneshwar')).photo).toBeNull()
    expect((await undo(change)).statusCode).toBe(200)
    expect(await read('person', 'sant-dnyaneshwar')).toEqual(before)
  })

  it('[DK-12] overwrites nothing that somebody changed since; undone from the last to the first, all comes back', async () => {
    const before = await read('person', 'narrator')
    const { change: first } = await rename('person', 'narrator', 'One')
    const { change: second } = await rename('person', 'narrator', 'Two')
    expect((await undo(first)).json()).toMatchObject({ fault: 'changedMeanwhile' })
    expect((await read('person', 'narrator')).translations.en?.name).toBe('Two')
    expect([(await undo(second)).statusCode, (await undo(first)).statusCode]).toEqual([200, 200])
    expect(await read('person', 'narrator')).toEqual(before)
    expect((await undo(first)).json()).toMatchObject({ fault: 'alreadyUndone' })
  })

  it('[DK-4] of a series lets its titles be found by the old name again', async () => {
    const added = await at(endpoints.deskAddChoice, { of: 'series', en: 'Brindlemere' })
    const { key } = added.json<{ choice: { key: string } }>().choice
    const id = await idOf(shop(), 'products', 'vyakti')
    const { version, title } = (await at(endpoints.deskTitle, { id })).json<ReplyOf<typeof endpoints.deskTitle>>()
    await at(endpoints.deskSaveTitle, { id, version, title: { ...title, series: key } })
    const isFound = async (q: string) =>
      JSON.stringify(await call(shop(), endpoints.search, { q })).includes(`"id":${id},`)
    const { change } = await rename('series', key, 'Quillfeather')
    expect([await isFound('brindlemere'), await isFound('quillfeather')]).toEqual([false, true])
    expect((await undo(change)).statusCode).toBe(200)
    expect([await isFound('brindlemere'), await isFound('quillfeather')]).toEqual([true, false])
  })

  it('[DK-2] is for those who may change names', async () => {
    const { change } = await rename('person', 'narrator', 'Three')
    for (const role of ['support', 'accounts'] as const) {
      const { cookie: theirs } = await enterDesk(shop(), role)
      expect((await sendAt(shop(), theirs, endpoints.deskUndo, { id: change })).statusCode).toBe(404)
    }
    const { cookie: owner } = await enterDesk(shop(), 'owner')
    expect((await sendAt(shop(), owner, endpoints.deskUndo, { id: change })).statusCode).toBe(200)
  })

  it('[DK-4] is not offered for a save that changed nothing, which the log leaves out', async () => {
    const [before, action] = [await read('person', 'narrator'), await lastAction()]
    expect((await save('person', before)).json<Saved>().change).toBeNull()
    expect(await lastAction()).toEqual(action)
  })

  it('[DK-13] a name that is refused with its picture is not written', async () => {
    const before = await read('person', 'narrator')
    const translations = { en: { name: 'Other' } }
    const refused = await save('person', { ...before, translations, photo: 'media/people/0123456789' })
    expect(refused.json()).toMatchObject({ fault: 'noPicture' })
    expect(await read('person', 'narrator')).toEqual(before)
  })
})

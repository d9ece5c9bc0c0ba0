import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { DoctorReport } from '#contract/desk/catalog.ts'
import type { EditedName } from '#contract/desk/names.ts'
import { useShop } from '../support/shop.ts'
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

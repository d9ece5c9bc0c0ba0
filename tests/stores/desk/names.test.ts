import { beforeAll, describe, expect, it } from 'vitest'
import type { EditedName } from '#contract/desk/catalog/names.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { readName, saveName } from '#stores/desk/catalog/names.ts'
import { rebase } from '#stores/rebase.ts'
import { $known, addChoice, knownAs, type Choice } from '#stores/desk/titles/editor.ts'
import { addOtherName } from '#stores/desk/titles/other-name.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk, sendAt } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
let other = ''
beforeAll(async () => {
  network.cookie = (await enterDesk(shop(), 'editor')).cookie
  other = (await enterDesk(shop(), 'editor')).cookie
})

const added = async (en: string): Promise<Choice> => {
  const choice = await addChoice({ of: 'people', en })
  if (typeof choice === 'string') throw new Error(choice)
  return choice
}
const stored = async ({ key }: Choice, cookie = other) =>
  (await sendAt(shop(), cookie, endpoints.deskName, { of: 'person', key })).json<{ name: EditedName }>().name
const shown = ({ key }: Choice) => $known.get()[knownAs('people', key)]?.names

describe('a name that somebody of a title lacks', () => {
  it('[DK-3] is added where the title names them, and taken back by its notice', async () => {
    const choice = await added('Asha')
    const result = await addOtherName('people', choice, 'mr', 'आशा')
    expect(result.ok).toBe(true)
    expect((await stored(choice)).translations).toEqual({ en: { name: 'Asha' }, mr: { name: 'आशा' } })
    expect(shown(choice)).toEqual({ en: 'Asha', mr: 'आशा' })
    expect(await (result.ok && result.undo?.())).toBeUndefined()
    expect((await stored(choice)).translations).toEqual({ en: { name: 'Asha' } })
    expect(shown(choice)).toEqual({ en: 'Asha' })
  })

  it('[DK-12] that somebody else has given meanwhile stays, and is shown', async () => {
    const choice = await added('Usha')
    const { photo_address: _shown, ...theirs } = await stored(choice)
    const translations = { ...theirs.translations, mr: { name: 'उषा' } }
    await sendAt(shop(), other, endpoints.deskSaveName, { of: 'person', ...theirs, translations })
    expect(await addOtherName('people', choice, 'mr', 'ऊषा')).toEqual({ ok: false, fault: 'changedMeanwhile' })
    expect((await stored(choice)).translations.mr?.name).toBe('उषा')
    expect(shown(choice)).toEqual({ en: 'Usha', mr: 'उषा' })
  })
})

it('[DK-12] a name that somebody else saved meanwhile is saved by the next press, with what both changed', async () => {
  const choice = await added('Nisha')
  const read = await readName('person', choice.key)
  if (!read.ok) throw new Error(read.fault)
  const { photo_address: _shown, ...before } = await stored(choice)
  const others = { en: { name: 'Nisha', description: '<p>Reads aloud.</p>' } }
  await sendAt(shop(), other, endpoints.deskSaveName, { of: 'person', ...before, translations: others })
  const typed = { ...read.name, translations: { ...read.name.translations, mr: { name: 'निशा' } } }
  const refused = await saveName('person', typed)
  if (refused.ok || !refused.theirs) throw new Error('theirs is not known')
  expect(refused.fault).toBe('changedMeanwhile')
  const next = rebase(read.name, typed, refused.theirs)
  expect(next.translations).toEqual({ ...others, mr: { name: 'निशा' } })
  expect(await saveName('person', next)).toMatchObject({ ok: true })
  expect((await stored(choice)).translations).toEqual({ ...others, mr: { name: 'निशा' } })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import {
  $answerDrafts,
  answerAudition,
  answerLetter,
  auditionList,
  letterList,
  setLetterDone,
  typeAnswer,
} from '#stores/desk/letters.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk, sendAt } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
let colleague = ''
beforeAll(async () => {
  network.cookie = (await enterDesk(shop(), 'support')).cookie
  colleague = (await enterDesk(shop(), 'support')).cookie
})
beforeEach(() => $answerDrafts.set({}))

const inserted = async (sql: string) => (await shop().db.query<{ id: number }>(`${sql} returning id`))[0]?.id ?? 0
const newLetter = (email: string) =>
  inserted(
    `insert into contacts (type, first_name, last_name, email, mobile, comments) values ('writer', 'Mira', 'Rao', '${email}', '+919876543210', 'Do you print?')`,
  )
type Listed<Item> = { $loadable: { get: () => { state: string; value?: { data: Item[] } } } }
const shown = <Item extends { id: number }>(list: Listed<Item>, id: number): Item | undefined =>
  list.$loadable.get().value?.data.find((one) => one.id === id)
const texts = (one: { replies: { text: string }[] } | undefined) => one?.replies.map(({ text }) => text)

describe('an answer while a colleague was faster', () => {
  it('[DK-9] [DK-12] to a letter that is done now stays typed beside theirs, and goes out by the next press', async () => {
    const id = await newLetter('slow@x.test')
    await letterList.ask({ filter: 'open' })
    const before = shown(letterList, id)
    if (!before) throw new Error('the letter is not open')
    const mine = { text: 'We print from January.', locale: 'en', isDone: true } as const
    typeAnswer(`letter ${id}`, mine.text)
    const theirs = { id, text: 'No, only sound.', locale: 'en', replies: 0, is_done: true }
    await sendAt(shop(), colleague, endpoints.deskAnswerLetter, theirs)

    expect(await answerLetter(before, mine)).toBe('changedMeanwhile')
    const fresh = shown(letterList, id)
    expect(texts(fresh)).toEqual([theirs.text])
    expect(fresh?.done).not.toBeNull()
    expect($answerDrafts.get()[`letter ${id}`]).toBe(mine.text)

    expect(fresh && (await answerLetter(fresh, mine))).toBeUndefined()
    expect($answerDrafts.get()[`letter ${id}`]).toBe('')
    await letterList.ask({ filter: 'done' })
    expect(texts(shown(letterList, id))).toEqual([theirs.text, mine.text])
  })

  it('[DK-9] [DK-12] to an audition that is accepted now stays typed beside theirs', async () => {
    const id = await inserted(
      `insert into auditions (user_id, first_name, last_name, email, mobile, city, country, project_name, has_recording_setup, is_professional, file, kind, bytes, created_at)
       values (${(await buyer(shop())).id}, 'Asha', 'Kale', 'asha@x.test', '+919876543210', 'Pune', 'IN', 'Chhava', false, false, 'x.mp3', 'mp3', 9, now())`,
    )
    await auditionList.ask({ filter: 'waiting' })
    const before = shown(auditionList, id)
    if (!before) throw new Error('the audition does not wait')
    typeAnswer(`audition ${id}`, 'Thank you.')
    await sendAt(shop(), colleague, endpoints.deskDecideAudition, { id, state: 'accepted' })
    await sendAt(shop(), colleague, endpoints.deskAnswerAudition, { id, text: 'Come!', locale: 'en', replies: 0 })

    const mine = { text: 'Thank you.', locale: 'en', isDone: false } as const
    expect(await answerAudition(before, mine)).toBe('changedMeanwhile')
    expect(shown(auditionList, id)).toMatchObject({ state: 'accepted', replies: [{ text: 'Come!' }] })
    expect($answerDrafts.get()[`audition ${id}`]).toBe('Thank you.')
  })
})

it('[DK-9] what is typed for one letter stays when another leaves the list, and while it is sent', async () => {
  const [one, other] = [await newLetter('one@x.test'), await newLetter('other@x.test')]
  await letterList.ask({ filter: 'open' })
  typeAnswer(`letter ${one}`, 'Half a sen')
  typeAnswer(`letter ${other}`, 'Yes.')
  const letter = shown(letterList, other)
  if (!letter) throw new Error('the letter is not open')
  const sending = answerLetter(letter, { text: 'Yes.', locale: 'en', isDone: true })
  typeAnswer(`letter ${other}`, 'Yes. One more thing:')
  expect(await sending).toBeUndefined()
  expect(shown(letterList, other)).toBeUndefined()
  await setLetterDone(one, true)
  expect($answerDrafts.get()).toMatchObject({
    [`letter ${one}`]: 'Half a sen',
    [`letter ${other}`]: 'Yes. One more thing:',
  })
})

import { useRef, useState } from 'react'
import { dayInIndia } from '#contract/time/day.ts'
import type { Show } from '#contract/desk/titles/episodes.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { undoChange } from '#stores/desk/call.ts'
import { addEpisode, type EpisodeInput } from '#stores/desk/titles/episodes.ts'
import { loadTitles } from '#stores/desk/titles/list.ts'
import type { StoredFile } from '#stores/desk/titles/uploads.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { nameOf } from './TitleList.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

type Values = Pick<EpisodeInput, 'en' | 'mr' | 'published' | 'isFree'> & { number: string }
type Props = { locale: Locale; messages: TitlesMessages; shows: readonly Show[]; close: () => void }
export type Episode = ReturnType<typeof useEpisode>

const none = () => ({ name: '', description: '' })

const valuesOf = ({ number, was_free: isFree }: Show): Pick<Values, 'number' | 'isFree'> => ({
  number: String(number),
  isFree,
})

/** What was typed of an episode, and how it is saved: at once, or when its sound has arrived. */
export function useEpisode({ locale, messages, shows, close }: Props) {
  const [chosen, setChosen] = useState(shows[0]?.id)
  const show = shows.find(({ id }) => id === chosen) ?? shows[0]
  if (!show) throw new Error('there is no show')
  const [values, setValues] = useState<Values>(() => ({
    ...{ en: none(), mr: none(), published: dayInIndia(new Date()) },
    ...valuesOf(show),
  }))
  const [sound, setSound] = useState<StoredFile>()
  const { fields, fault, isBusy, send } = useSending({ locale, messages, close })
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }))
  return {
    ...{ show, values, change, fields, fault, isBusy, hasSound: sound !== undefined },
    choose: (id: number) => {
      setChosen(id)
      const next = shows.find((one) => one.id === id)
      if (next) change(valuesOf(next))
    },
    takeSound: (stored: StoredFile) => {
      setSound(stored)
      // The name that the file brings, unless something was typed.
      setValues((now) => (LOCALES.some((one) => now[one].name) ? now : { ...now, ...named(now, stored) }))
    },
    save: () => send(show, values, sound),
  }
}

function named(now: Values, { translations }: StoredFile): Pick<Values, 'en' | 'mr'> {
  const nameIn = (one: Locale) => translations[one]?.name ?? ''
  return { en: { ...now.en, name: nameIn('en') }, mr: { ...now.mr, name: nameIn('mr') } }
}

function useSending({ locale, messages, close }: Omit<Props, 'shows'>) {
  const [fields, setFields] = useState<Record<string, string>>({})
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const send = async (show: Show, values: Values, sound: StoredFile | undefined): Promise<void> => {
    if (running.current) return
    const number = Number(asciiDigits(values.number.trim() || '0'))
    const missing = {
      ...(!sound && { audio: 'required' }),
      ...(!values.en.name.trim() && !values.mr.name.trim() && { name: 'required' }),
      ...(!(Number.isInteger(number) && number >= 0) && { number: 'number' }),
    }
    setFields(missing)
    setFault(undefined)
    if (!sound || Object.keys(missing).length > 0) return
    running.current = true
    setBusy(true)
    const result = await addEpisode({ ...values, id: show.id, audio: sound.path, number })
    running.current = false
    setBusy(false)
    if (!result.ok) {
      setFields(result.fields ?? {})
      return setFault(result.fault)
    }
    const { change, state } = result.value
    const text = state === 'shown' ? messages.episodeDone : messages.episodeAdded
    showToast(interpolate(text, { name: nameOf(show.names, locale) }), { undo: () => undoChange(change) })
    close()
    await loadTitles()
  }
  return { fields, fault, isBusy, send }
}

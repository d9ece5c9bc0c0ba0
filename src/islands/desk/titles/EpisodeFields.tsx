import type { Show } from '#contract/desk/titles/episodes.ts'
import type { Locale } from '#contract/text/locale.ts'
import { Check } from '#ui/Check.tsx'
import { Field } from '#ui/Field.tsx'
import { nameOf } from './TitleList.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'
import type { Episode } from './use-episode.ts'

type Props = { locale: Locale; messages: TitlesMessages; shows: readonly Show[]; episode: Episode }

/** The show, and what is said of the episode. */
export function EpisodeFields(props: Props) {
  const { locale, messages, shows, episode } = props
  const { values, change, show } = episode
  return (
    <>
      <Field
        label={messages.show}
        name="show"
        value={String(show.id)}
        options={shows.map((one) => ({ value: String(one.id), label: nameOf(one.names, locale) }))}
        onChange={(id) => episode.choose(Number(id))}
      />
      <Words {...props} />
      <NumberAndDay {...props} />
      {!show.is_free && (
        <Check name="isFree" isChecked={values.isFree} onChange={(isFree) => change({ isFree })}>
          {messages.episodeFree}
        </Check>
      )}
    </>
  )
}

function faultOf({ messages, episode: { fields } }: Props, name: string): string | undefined {
  const texts: Record<string, string> = messages.episodeFaults
  const fault = fields[name]
  return fault && (texts[fault] ?? messages.stillEmpty)
}

/** In the language of the show; the other one is offered. */
function Words(props: Props) {
  const { messages, episode } = props
  const { values, change, show } = episode
  const own = show.spoken
  const other = own === 'en' ? 'mr' : 'en'
  return (
    <>
      <Field
        label={messages.episodeName[own]}
        name="name"
        value={values[own].name}
        maxLength={300}
        onChange={(name) => change({ [own]: { ...values[own], name } })}
        fault={faultOf(props, 'name')}
      />
      <Field
        label={messages.episodeText[own]}
        name="text"
        lines={3}
        value={values[own].description}
        maxLength={2_000}
        onChange={(description) => change({ [own]: { ...values[own], description } })}
        isOptional
      />
      <Field
        label={messages.episodeName[other]}
        name="otherName"
        value={values[other].name}
        maxLength={300}
        onChange={(name) => change({ [other]: { ...values[other], name } })}
        hint={messages.otherLanguage}
        isOptional
      />
    </>
  )
}

function NumberAndDay(props: Props) {
  const { messages, episode } = props
  const { values, change } = episode
  return (
    <div className="title-pair">
      <Field
        label={messages.episodeNumber}
        name="number"
        inputMode="numeric"
        value={values.number}
        onChange={(number) => change({ number })}
        fault={faultOf(props, 'number')}
        isOptional
      />
      <Field
        label={messages.episodeDay}
        name="published"
        type="date"
        value={values.published}
        onChange={(published) => change({ published })}
        fault={faultOf(props, 'published')}
      />
    </div>
  )
}

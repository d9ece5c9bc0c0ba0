import { useEffect, useState } from 'react'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { DeskRecording } from '#contract/desk/transcripts.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { textsOfTitle } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Late } from '#ui/Late.tsx'
import { findingText, TextsProvider, useTexts, type TextsMessages } from './texts-context.tsx'
import { TextRemove } from './TextRemove.tsx'
import { TextUpload } from './TextUpload.tsx'

const loadEditor = () => import('./TextEditor.tsx').then(({ TextEditor }) => TextEditor)

type Props = { locale: Locale; messages: TextsMessages; id: number }

/** The texts of all recordings of a title: which there are, what is wrong in them, and an editor for one of them [LN-1]. */
export function TextsPart({ locale, messages, id }: Props) {
  const load = () => textsOfTitle.load(id)
  useEffect(() => void textsOfTitle.load(id), [id])
  const [opened, open] = useState<string>()
  return (
    <TextsProvider value={{ locale, messages, titleId: id }}>
      <section className="desk-texts" aria-labelledby="texts-heading">
        <h3 id="texts-heading">{messages.title}</h3>
        <p className="soft">{messages.lead}</p>
        <Loaded $loadable={textsOfTitle.$loadable} retry={load}>
          {({ recordings }) => (
            <ul role="list">
              {recordings.map((recording) => (
                <Recording key={keyOf(recording)} {...{ recording, opened, open }} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </TextsProvider>
  )
}

const keyOf = ({ track_id: track, sample }: DeskRecording) => `${track ?? 'sample'} ${sample ?? ''}`

type Opening = { opened: string | undefined; open: (key: string | undefined) => void }

function Recording({ recording, ...opening }: Opening & { recording: DeskRecording }) {
  const { locale, messages } = useTexts()
  const { name, sample, seconds } = recording
  const shown = name || interpolate(messages.sample, { number: count((sample ?? 0) + 1, locale) })
  return (
    <li className="desk-text-of">
      <h4>
        {shown} <span className="soft">{clock(seconds, locale)}</span>
      </h4>
      {LOCALES.map((language) => (
        <InLanguage key={language} {...{ recording, language, shown }} {...opening} />
      ))}
    </li>
  )
}

type LanguageProps = Opening & { recording: DeskRecording; language: Locale; shown: string }

function InLanguage({ recording, language, shown, opened, open }: LanguageProps) {
  const { messages } = useTexts()
  const { messages: shared } = useDesk()
  const text = recording.transcripts.find((one) => one.locale === language)
  const key = `${keyOf(recording)} ${language}`
  const isOpen = opened === key
  const name = interpolate(messages.named, { name: shown, language: messages.languages[language] })
  const failed = () => {
    showToast(deskFault(shared, 'offline'))
    open(undefined)
  }
  return (
    <div className="desk-text" role="group" aria-label={name}>
      <p>
        <strong>{messages.languages[language]}</strong> <Facts text={text} />
      </p>
      <div className="desk-buttons">
        {text && (
          <button
            type="button"
            className="button quiet"
            aria-expanded={isOpen}
            aria-label={`${messages.edit}: ${name}`}
            onClick={() => open(isOpen ? undefined : key)}
          >
            {messages.edit}
          </button>
        )}
        <TextUpload {...{ recording, language, name }} onDone={() => open(key)} />
        {text && <TextRemove {...{ text, name }} onDone={() => open(undefined)} />}
      </div>
      {isOpen && text && (
        <Late key={text.id} load={loadEditor} failed={failed}>
          {(Part) => <Part id={text.id} />}
        </Late>
      )}
    </div>
  )
}

function Facts({ text }: { text: DeskRecording['transcripts'][number] | undefined }) {
  const { locale, messages } = useTexts()
  if (!text) return <span className="soft">{messages.none}</span>
  return (
    <>
      <span>{interpolate(messages.lines, { count: count(text.lines, locale) })}</span>
      {text.is_public && <span className="desk-state shown">{messages.public}</span>}
      {text.findings.map((finding) => (
        <span key={finding.kind} className="desk-text-finding">
          {findingText(messages, finding, locale)}
        </span>
      ))}
    </>
  )
}

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { htmlOfDescription, isFormatted, textOfDescription } from '#contract/desk/titles/description-text.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { Wording } from '#contract/text/text.ts'
import { $edit, $fields, changeTitle } from '#stores/desk/titles/editor.ts'
import { Field } from '#ui/Field.tsx'
import { fieldFault, useEditor } from './editor-text.ts'

/** English and Marathi side by side. */
export function TextsPart() {
  const { messages } = useEditor()
  return (
    <section className="desk-panel">
      <h2>{messages.texts}</h2>
      <div className="title-languages">
        {LOCALES.map((locale) => (
          <LanguageTexts key={locale} of={locale} />
        ))}
      </div>
    </section>
  )
}

function LanguageTexts({ of }: { of: Locale }) {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const fields = useStore($fields)
  if (!edit) return null
  const wording = edit.translations[of]
  const change = (words: Partial<Wording>) =>
    changeTitle({ translations: { ...edit.translations, [of]: { name: '', ...wording, ...words } } })
  const common = { lang: of, isOptional: true }
  return (
    <fieldset className="title-language">
      <legend>{messages.inLanguage[of]}</legend>
      <Field
        label={messages.name}
        name={`name-${of}`}
        value={wording?.name ?? ''}
        maxLength={300}
        onChange={(name) => change({ name })}
        hint={wording?.name ? undefined : messages.lacksLanguage}
        fault={fieldFault(messages, fields, 'translations')}
        {...common}
      />
      <Field
        label={messages.shortDescription}
        name={`short-${of}`}
        value={wording?.shortDescription ?? ''}
        maxLength={2_000}
        lines={2}
        onChange={(shortDescription) => change({ shortDescription })}
        {...common}
      />
      <Description
        key={of}
        of={of}
        html={wording?.description ?? ''}
        onChange={(description) => change({ description })}
      />
    </fieldset>
  )
}

type DescriptionProps = { of: Locale; html: string; onChange: (html: string) => void }

function Description({ of, html, onChange }: DescriptionProps) {
  const { messages } = useEditor()
  const [typed, setTyped] = useState({ html, text: textOfDescription(html), wasFormatted: isFormatted(html) })
  // Another editor's text, or a kept one, has come in.
  if (typed.html !== html) setTyped({ html, text: textOfDescription(html), wasFormatted: isFormatted(html) })
  return (
    <Field
      label={messages.description}
      name={`description-${of}`}
      lang={of}
      value={typed.text}
      maxLength={40_000}
      lines={8}
      hint={typed.wasFormatted ? messages.formattedHint : messages.descriptionHint}
      onChange={(text) => {
        const next = htmlOfDescription(text, typed.wasFormatted)
        setTyped({ html: next, text, wasFormatted: typed.wasFormatted })
        onChange(next)
      }}
      isOptional
    />
  )
}

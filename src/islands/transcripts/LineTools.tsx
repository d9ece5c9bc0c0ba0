import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { hasDevanagari } from '#contract/text/transliterate.ts'
import type { ReadAlong } from '#contract/transcripts/read-along.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $linesLook, changeLinesLook, SIZES } from '#stores/transcripts/lines-look.ts'
import { pressable } from '#ui/pressable.ts'

/** `isShort`: scripts and translation only, for who has one line before them. */
type Props = { messages: Messages['transcripts']; text: ReadAlong; isShort: boolean; children: ReactNode }

/** Scripts, translation and size of the lines; each is switched by one press and remembered. */
export function LineTools({ messages, text, isShort, children }: Props) {
  const view = useStore($linesLook)
  const hasScripts = [text.spoken, ...(text.other && view.translation ? [text.other] : [])].some(({ cues }) =>
    cues.some((cue) => hasDevanagari(cue.text)),
  )
  const setLatin = (script: 'plain' | 'iso') => changeLinesLook({ latin: view.latin === script ? 'none' : script })
  return (
    <div className="lines-tools" role="group" aria-label={messages.view}>
      {children}
      {hasScripts && (
        <>
          <Switch isOn={view.devanagari} onPress={() => changeLinesLook({ devanagari: !view.devanagari })} lang="mr">
            {messages.devanagari}
          </Switch>
          <Switch isOn={view.latin === 'plain'} onPress={() => setLatin('plain')}>
            {messages.latin}
          </Switch>
          <Switch isOn={view.latin === 'iso'} onPress={() => setLatin('iso')}>
            {messages.iso}
          </Switch>
        </>
      )}
      {text.other && (
        <Switch isOn={view.translation} onPress={() => changeLinesLook({ translation: !view.translation })}>
          {messages.translation}
        </Switch>
      )}
      {!isShort && (
        <>
          <Size label={messages.smaller} step={-1} size={view.size} />
          <Size label={messages.larger} step={1} size={view.size} />
          <Switch isOn={view.isLoose} onPress={() => changeLinesLook({ isLoose: !view.isLoose })}>
            {messages.looser}
          </Switch>
        </>
      )}
    </div>
  )
}

type SwitchProps = { isOn: boolean; onPress: () => void; lang?: string; children: string }
export function Switch({ isOn, onPress, lang, children }: SwitchProps) {
  return (
    <button type="button" className="lines-switch" aria-pressed={isOn} lang={lang} onClick={onPress}>
      {children}
    </button>
  )
}

function Size({ label, step, size }: { label: string; step: -1 | 1; size: number }) {
  const next = size + step
  return (
    <button
      type="button"
      className="lines-switch"
      aria-label={label}
      {...pressable(next < 0 || next >= SIZES, () => changeLinesLook({ size: next }))}
    >
      <span aria-hidden="true">{step < 0 ? '−' : '+'}</span>
    </button>
  )
}

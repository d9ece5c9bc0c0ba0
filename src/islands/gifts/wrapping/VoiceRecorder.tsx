import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ChangeEvent, type MouseEvent } from 'react'
import { call } from '#client/browser-call.ts'
import { playVoice } from '#client/audio/own-voice.ts'
import { VOICE_MAX_SECONDS } from '#contract/gifts/gift-wrapping.ts'
import { giftVoiceRules } from '#contract/gifts/gifts.ts'
import { SPOKEN_MAX } from '#contract/gifts/gift-wrapping.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock, digits } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { giftForm } from '#stores/gifts/gift-form.ts'
import { $giftVoice, forgetVoice, takeFile } from '#stores/gifts/gift-voice.ts'
import { pausePlayer } from '#stores/listening/player/player.ts'
import { Field } from '#ui/Field.tsx'
import type { GiftFormMessages } from '../gift-messages.ts'
import { useVoiceRecorder } from './use-voice-recorder.ts'

type Props = { locale: Locale; messages: GiftFormMessages }

/** Twenty seconds of the giver: recorded, heard, recorded anew, removed; or a file of them. Stands in a group, which has the focus. */
export function VoiceRecorder({ locale, messages }: Props) {
  const { values, faults } = useForm(giftForm)
  const voice = useStore($giftVoice, { ssr: () => undefined })
  const { isRecording, seconds, fault, forgive, toggle } = useVoiceRecorder()
  const [fileFault, setFileFault] = useState<string>()
  const onlyMp3 = useOnlyMp3()
  const code = faults['voice'] ?? fileFault ?? fault
  const isThere = Boolean(voice ?? values.voice)
  const choose = (found: string | undefined) => {
    forgive()
    setFileFault(found)
  }
  const record = () => {
    setFileFault(undefined)
    giftForm.forgive('voice')
    giftForm.change('voice', '')
    void toggle()
  }
  return (
    <>
      <VoiceHint {...{ messages, locale, onlyMp3 }} />
      <div className="ways">
        {!onlyMp3 && (
          <button type="button" className="button quiet" onClick={record}>
            {isRecording ? messages.recordStop : messages[isThere ? 'recordAnew' : 'record']}
          </button>
        )}
        {!isRecording && <VoiceTools {...{ messages }} setFault={choose} />}
      </div>
      <p className="voice-now">
        {/* Without the time: each second would be spoken into the microphone. */}
        <span role="status">{isRecording ? messages.recording : isThere && !code && messages.voiceThere}</span>
        {isRecording && <span aria-hidden="true"> {clock(seconds, locale)}</span>}
      </p>
      <VoiceFaultText {...{ code, messages, locale }} />
      {isThere && <Said {...{ messages }} />}
    </>
  )
}

function VoiceFaultText({ code, messages: { voiceFaults }, locale }: Props & { code: string | undefined }) {
  if (!code) return null
  return (
    <p className="fault" role="alert">
      {interpolate(isFault(code, voiceFaults) ? voiceFaults[code] : voiceFaults.notSent, {
        seconds: digits(VOICE_MAX_SECONDS, locale),
      })}
    </p>
  )
}

const isFault = (code: string, faults: object): code is keyof GiftFormMessages['voiceFaults'] => code in faults

function VoiceHint({ messages, locale, onlyMp3 }: Props & { onlyMp3: boolean }) {
  const seconds = digits(VOICE_MAX_SECONDS, locale)
  return (
    <>
      <p className="voice-name">{messages.voice}</p>
      <p className="hint">{onlyMp3 ? messages.onlyMp3Hint : interpolate(messages.voiceHint, { seconds })}</p>
    </>
  )
}

/** Without ffmpeg on the server only an mp3 can be a voice, and no browser records one. */
function useOnlyMp3(): boolean {
  const [onlyMp3, setOnlyMp3] = useState(false)
  useEffect(() => {
    void call(giftVoiceRules, {}).then((rules) => setOnlyMp3(rules.ok && !rules.value.any_sound))
  }, [])
  return onlyMp3
}

type ToolsProps = Pick<Props, 'messages'> & { setFault: (code: string | undefined) => void }

function VoiceTools({ messages, setFault }: ToolsProps) {
  const { values } = useForm(giftForm)
  const voice = useStore($giftVoice, { ssr: () => undefined })
  const sound = useRef(new AbortController())
  useEffect(() => () => sound.current.abort(), [])
  const hear = () => {
    sound.current.abort()
    sound.current = new AbortController()
    pausePlayer()
    if (voice?.sound) void playVoice(voice.sound, sound.current.signal)
  }
  const remove = ({ currentTarget }: MouseEvent) => {
    // This button goes.
    currentTarget.closest<HTMLElement>('[role=group]')?.focus()
    sound.current.abort()
    forgetVoice()
    giftForm.change('voice', '')
    giftForm.change('spoken', '')
    giftForm.forgive('voice')
    setFault(undefined)
  }
  return (
    <>
      {voice?.sound && (
        <button type="button" className="button quiet" onClick={hear}>
          {messages.hearVoice}
        </button>
      )}
      {(voice || values.voice) && (
        <button type="button" className="button quiet" onClick={remove}>
          {messages.removeVoice}
        </button>
      )}
      <FileChooser {...{ messages, setFault }} />
    </>
  )
}

/** For who has no microphone. */
function FileChooser({ messages, setFault }: ToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    giftForm.forgive('voice')
    if (file) setFault(await takeFile(file))
  }
  return (
    <>
      <button type="button" className="button quiet" onClick={() => input.current?.click()}>
        {messages.chooseFile}
      </button>
      <input
        ref={input}
        type="file"
        accept="audio/*"
        hidden
        aria-label={messages.chooseFile}
        onChange={(event) => void choose(event)}
      />
    </>
  )
}

/** For who cannot hear. */
function Said({ messages }: Pick<Props, 'messages'>) {
  const { values, isBusy } = useForm(giftForm)
  return (
    <Field
      name="spoken"
      label={messages.saidField}
      hint={messages.saidHint}
      value={values.spoken}
      lines={2}
      maxLength={SPOKEN_MAX}
      isLocked={isBusy}
      isOptional
      onChange={(text) => giftForm.change('spoken', text)}
    />
  )
}

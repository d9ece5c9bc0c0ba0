import { useEffect, useRef, useState } from 'react'
import { playVoice, recordVoice, type RecordedVoice, type VoiceFault } from '#client/audio/own-voice.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pausePlayer } from '#stores/listening/player/player.ts'
import { stopLine } from '#stores/transcripts/line-player.ts'

/** `hear`: plays the speaker once; whether it was heard to its end. */
type Props = { messages: Messages['transcripts']; hear: () => Promise<boolean> }

/** Records the listener and plays it beside the speaker. The recording is in the memory of the page alone. */
export function OwnVoice({ messages, hear }: Props) {
  const { voice, isRecording, fault, toggle } = useRecorder()
  const sound = useRef(new AbortController())
  useEffect(() => () => sound.current.abort(), [])
  const hearOwn = async () => {
    sound.current.abort()
    sound.current = new AbortController()
    pausePlayer()
    if (voice) await playVoice(voice, sound.current.signal)
  }
  const hearBoth = async () => {
    if (await hear()) await hearOwn()
  }
  return (
    <>
      <div className="lines-tools">
        <button type="button" className="button quiet" onClick={() => void toggle()}>
          {isRecording ? messages.recordStop : messages.record}
        </button>
        {voice && !isRecording && (
          <>
            <button type="button" className="button quiet" onClick={() => void hearOwn()}>
              {messages.hearOwn}
            </button>
            <button type="button" className="button quiet" onClick={() => void hearBoth()}>
              {messages.hearBoth}
            </button>
          </>
        )}
      </div>
      <p className="lines-note" role="status">
        {fault ? messages.voice[fault] : messages.ownNote}
      </p>
    </>
  )
}

/** Nothing of the speaker is recorded, so the sound is paused while the microphone is on. */
function useRecorder() {
  const [voice, setVoice] = useState<AudioBuffer>()
  const [fault, setFault] = useState<VoiceFault>()
  const [isRecording, setRecording] = useState(false)
  const isAsked = useRef(false)
  const finish = useRef<() => Promise<RecordedVoice | undefined>>(undefined)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void finish.current?.()
    }
  }, [])
  const end = async () => {
    const recorded = await finish.current?.()
    finish.current = undefined
    setRecording(false)
    setVoice(recorded?.sound)
    setFault(recorded ? undefined : 'notRecorded')
  }
  const begin = async () => {
    if (isAsked.current) return
    isAsked.current = true
    stopLine()
    pausePlayer()
    const recording = await recordVoice({ reached: () => void end() })
    isAsked.current = false
    // The question for the microphone was answered when the line was left: it is switched off at once.
    if (isGone.current) return void (recording.ok && recording.finish())
    if (!recording.ok) return setFault(recording.fault)
    finish.current = recording.finish
    setFault(undefined)
    setRecording(true)
  }
  return { voice, isRecording, fault, toggle: () => (isRecording ? end() : begin()) }
}

import { useEffect, useRef, useState, type RefObject } from 'react'
import { recordVoice, type RecordedVoice, type VoiceFault } from '#client/audio/own-voice.ts'
import { VOICE_MAX_SECONDS } from '#contract/gifts/gift-wrapping.ts'
import { takeRecording } from '#stores/gifts/gift-voice.ts'
import { pausePlayer } from '#stores/listening/player/player.ts'

const SECOND_MS = 1_000

/** Records for twenty seconds at most; the sound of the shop is paused while the microphone is on. */
export function useVoiceRecorder() {
  const [fault, setFault] = useState<VoiceFault>()
  const [isRecording, setRecording] = useState(false)
  const seconds = useSeconds(isRecording)
  const isAsked = useRef(false)
  const isGone = useRef(false)
  const finish = useRef<Finish>(undefined)
  useEffect(() => switchOffOnLeave(isGone, finish), [])
  const end = async () => {
    const recorded = await finish.current?.()
    finish.current = undefined
    setRecording(false)
    setFault(recorded ? undefined : 'notRecorded')
    if (recorded) takeRecording(recorded)
  }
  const begin = async () => {
    if (isAsked.current) return
    isAsked.current = true
    pausePlayer()
    const recording = await recordVoice({ longestMs: VOICE_MAX_SECONDS * SECOND_MS, reached: () => void end() })
    isAsked.current = false
    // The question for the microphone was answered when the page was left: it is switched off at once.
    if (isGone.current) return void (recording.ok && recording.finish())
    if (!recording.ok) return setFault(recording.fault)
    finish.current = recording.finish
    setFault(undefined)
    setRecording(true)
  }
  return {
    isRecording,
    seconds,
    fault,
    forgive: () => setFault(undefined),
    toggle: () => (isRecording ? end() : begin()),
  }
}

type Finish = (() => Promise<RecordedVoice | undefined>) | undefined

function switchOffOnLeave(isGone: RefObject<boolean>, finish: RefObject<Finish>): () => void {
  isGone.current = false
  return () => {
    isGone.current = true
    void finish.current?.()
  }
}

function useSeconds(isCounting: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [isCounting])
  return seconds
}

import { useRef, useState } from 'react'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import { cueTime } from '#contract/transcripts/cue-edit.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { isSame } from '#stores/rebase.ts'

/** As typed. */
export type LineDraft = { start: string; end: string; speaker: string; text: string }
/** `original`: the line as it was when it was opened. */
type Stored = { at: number; original: Cue; draft: LineDraft; fault?: string }
/** `theirs`: what somebody else made of it meanwhile. */
export type OpenLine = Stored & { theirs?: string }

const draftOf = ({ start, end, speaker = '', text }: Cue): LineDraft => ({
  start: start === null ? '' : cueTime(start),
  end: end === null ? '' : cueTime(end),
  speaker,
  text,
})

/** Where a line went after somebody else's change: the nearest that is the same, else the same place. */
function placeAfter(cues: readonly Cue[], { at, original }: Pick<Stored, 'at' | 'original'>): number {
  const same = cues.flatMap((cue, place) => (cue.text === original.text && cue.start === original.start ? [place] : []))
  const [nearest] = same.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return nearest ?? Math.min(at, cues.length - 1)
}

/** A line as it is now, also for what comes later than the last drawing. */
function useNewest() {
  const [stored, setStored] = useState<Stored>()
  const newest = useRef<Stored>(undefined)
  const setLine = (changed: Stored | undefined): void => {
    newest.current = changed
    setStored(changed)
  }
  return { stored, newest, setLine }
}

/** The line that is typed in. `moved`: where the focus goes when it was closed. */
export function useOpenLine({ cues }: DeskTranscript, moved: (at: number) => void) {
  const { stored, newest, setLine } = useNewest()
  const line = stored && located(stored, cues)
  const isOf = (sent: Stored): boolean => newest.current?.original === sent.original
  /** Only of the line that was sent, if one was; returns whether it is shown. */
  const refuse = (fault: string, sent?: Stored): boolean => {
    const now = newest.current
    if (!now || (sent && !isOf(sent))) return false
    setLine({ ...now, fault })
    return true
  }
  return {
    line,
    isDirty: line !== undefined && isTyped(line),
    refuse,
    /** Opens a line, unless another one holds what is not saved. */
    open: (at: number): boolean => {
      const now = newest.current
      if (now && isTyped(now)) return !refuse('unsavedLine')
      setLine(openedAt(cues, at))
      return true
    },
    /** Closes the line that was sent and returns whether it did: what was typed since stays open, on what is stored now. */
    settle: (sent: Stored, saved: Cue | undefined): boolean => {
      const now = newest.current
      if (!now || !isOf(sent)) return false
      const isAll = now.draft === sent.draft
      setLine(isAll ? undefined : { ...withoutFault(now), original: saved ?? now.original })
      return isAll
    },
    close: () => {
      if (line) moved(line.at)
      setLine(undefined)
    },
    type: (change: Partial<LineDraft>) => {
      const now = newest.current
      if (now) setLine({ ...withoutFault(now), draft: { ...now.draft, ...change } })
    },
  }
}

function openedAt(cues: readonly Cue[], at: number): Stored | undefined {
  const original = cues[at]
  return original && { at, original, draft: draftOf(original) }
}

const isTyped = ({ draft, original }: Stored): boolean => !isSame(draft, draftOf(original))
const withoutFault = ({ fault: _fault, ...line }: Stored): Stored => line

function located(line: Stored, cues: readonly Cue[]): OpenLine {
  const at = placeAfter(cues, line)
  const now = cues[at]
  return { ...line, at, ...(now && now.text !== line.original.text && { theirs: now.text }) }
}

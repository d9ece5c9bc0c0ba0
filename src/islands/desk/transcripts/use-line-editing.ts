import { useState } from 'react'
import { cueTime, joinCues, parseCueTime, splitCue } from '#contract/transcripts/cue-edit.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { BUSY, changeLines, shiftLines, undoText } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { useTexts } from './texts-context.tsx'

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

/** Typed words as one line. */
const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The typed line, or why it is none. */
export function cueOf({ start, end, speaker, text }: LineDraft, isTimed: boolean): Cue | 'noWords' | 'badTime' {
  const words = lineOf(text)
  if (!words) return 'noWords'
  const named = speaker.trim() ? { speaker: speaker.trim() } : {}
  if (!isTimed) return { start: null, end: null, text: words, ...named }
  const [from, to] = [parseCueTime(start), parseCueTime(end)]
  if (from === undefined || to === undefined || to < from) return 'badTime'
  return { start: from, end: to, text: words, ...named }
}

/** Where a line went after somebody else's change: the nearest that is the same, else the same place. */
function placeAfter(cues: readonly Cue[], { at, original }: Pick<Stored, 'at' | 'original'>): number {
  const same = cues.flatMap((cue, place) => (cue.text === original.text && cue.start === original.start ? [place] : []))
  const [nearest] = same.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return nearest ?? Math.min(at, cues.length - 1)
}

/** `moved`: where the focus goes when a line was closed. */
export function useLineEditing(text: DeskTranscript, moved: (at: number) => void) {
  const { messages } = useTexts()
  const { line, refuse, ...opening } = useOpenLine(text, moved)
  const { cues, is_timed: isTimed } = text

  type Result = Awaited<ReturnType<typeof changeLines>>
  const finish = (result: Result, done: string, focus: number) => {
    if (!result.ok) return result.fault === BUSY ? undefined : refuse(result.fault)
    opening.drop()
    const { change, transcript } = result.value
    showToast(done, { undo: () => undoText(change) })
    moved(Math.min(focus, transcript.cues.length - 1))
  }
  /** Puts lines in the place of the open one and of those behind it. */
  const put = async (at: number, count: number, lines: readonly Cue[], done: string) =>
    finish(await changeLines({ from: at, count, cues: [...lines] }), done, at)
  const withCue = async (work: (at: number, cue: Cue) => Promise<void> | void) => {
    const cue = line && cueOf(line.draft, isTimed)
    if (line && cue) await (typeof cue === 'string' ? refuse(cue) : work(line.at, cue))
  }
  const split = (caret: number) => (at: number, cue: Cue) => {
    const halves = splitCue(cue, lineOf(line?.draft.text.slice(0, caret) ?? '').length)
    return halves ? put(at, 1, halves, messages.splitDone) : refuse('noPlace')
  }
  const join = (at: number, cue: Cue) => {
    const next = cues[at + 1]
    return next && put(at, 2, [joinCues(cue, next)], messages.joinDone)
  }

  return {
    ...{ line, refuse, ...opening },
    save: () => withCue((at, cue) => put(at, 1, [cue], messages.saved)),
    /** `caret`: where the cursor is in what was typed. */
    split: (caret: number) => withCue(split(caret)),
    join: () => withCue(join),
    remove: async () => line && put(line.at, 1, [], messages.lineRemoved),
    shift: async (milliseconds: number) =>
      line && finish(await shiftLines({ from: line.at, milliseconds }), messages.shiftDone, line.at),
  }
}
export type LineEditing = ReturnType<typeof useLineEditing>

function useOpenLine({ cues }: DeskTranscript, moved: (at: number) => void) {
  const [stored, setLine] = useState<Stored>()
  const line = stored && located(stored, cues)
  return {
    line,
    open: (at: number) => {
      const original = cues[at]
      if (original) setLine({ at, original, draft: draftOf(original) })
    },
    drop: () => setLine(undefined),
    close: () => {
      if (line) moved(line.at)
      setLine(undefined)
    },
    type: (change: Partial<LineDraft>) =>
      setLine((old) => old && { ...withoutFault(old), draft: { ...old.draft, ...change } }),
    refuse: (fault: string) => setLine((before) => before && { ...before, fault }),
  }
}

const withoutFault = ({ fault: _fault, ...line }: Stored): Stored => line

function located(line: Stored, cues: readonly Cue[]): OpenLine {
  const at = placeAfter(cues, line)
  const now = cues[at]
  return { ...line, at, ...(now && now.text !== line.original.text && { theirs: now.text }) }
}

import { joinCues, parseCueTime, splitCue } from '#contract/transcripts/cue-edit.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { BUSY, changeLines, shiftLines, undoText } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { textFault, useTexts } from './texts-context.tsx'
import { useOpenLine, type LineDraft, type OpenLine } from './use-open-line.ts'

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

/** `moved`: where the focus goes when a line was closed. */
export function useLineEditing(text: DeskTranscript, moved: (at: number) => void) {
  const { messages } = useTexts()
  const { settle, ...opening } = useOpenLine(text, moved)
  const { line, refuse } = opening
  const { cues, is_timed: isTimed } = text
  const send = useSending({ settle, refuse, moved })
  /** Puts lines in the place of the open one and of those behind it. */
  const put = (sent: OpenLine, count: number, lines: readonly Cue[], done: string) =>
    send(sent, changeLines({ from: sent.at, count, cues: [...lines] }), done, lines[0])
  const withCue = async (work: (line: OpenLine, cue: Cue) => unknown) => {
    const cue = line && cueOf(line.draft, isTimed)
    if (line && cue) await (typeof cue === 'string' ? refuse(cue) : work(line, cue))
  }
  const split = (caret: number) => (sent: OpenLine, cue: Cue) => {
    const halves = splitCue(cue, lineOf(sent.draft.text.slice(0, caret)).length)
    return halves ? put(sent, 1, halves, messages.splitDone) : refuse('noPlace')
  }
  const join = (sent: OpenLine, cue: Cue) => {
    const next = cues[sent.at + 1]
    return next && put(sent, 2, [joinCues(cue, next)], messages.joinDone)
  }

  return {
    ...opening,
    save: () => withCue((sent, cue) => put(sent, 1, [cue], messages.saved)),
    /** `caret`: where the cursor is in what was typed. */
    split: (caret: number) => withCue(split(caret)),
    join: () => withCue(join),
    remove: async () => line && put(line, 1, [], messages.lineRemoved),
    shift: async (milliseconds: number) =>
      line && send(line, shiftLines({ from: line.at, milliseconds }), messages.shiftDone),
  }
}
export type LineEditing = ReturnType<typeof useLineEditing>

type Sending = Pick<ReturnType<typeof useOpenLine>, 'settle' | 'refuse'> & { moved: (at: number) => void }

function useSending({ settle, refuse, moved }: Sending) {
  const { messages } = useTexts()
  const { messages: shared } = useDesk()
  /** The reply comes to the lines as they are then: the line that was sent may be closed, and another one open. */
  return async (sent: OpenLine, sending: ReturnType<typeof changeLines>, done: string, saved?: Cue): Promise<void> => {
    const result = await sending
    if (!result.ok) {
      if (result.fault === BUSY || refuse(result.fault, sent)) return
      return showToast(textFault(messages, shared, result.fault), { kind: 'failed' })
    }
    const { change, transcript } = result.value
    showToast(done, { undo: () => undoText(change) })
    if (settle(sent, saved)) moved(Math.min(sent.at, transcript.cues.length - 1))
  }
}

import { memo, type KeyboardEvent } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Line } from '#contract/transcripts/read-along.ts'
import type { LinesLook } from '#stores/transcripts/lines-look.ts'
import { WrittenText } from './WrittenText.tsx'

type LineActions = {
  play: (milliseconds: number) => void
  move: (event: KeyboardEvent, at: number) => void
  focus: (at: number) => void
  share?: ((at: number) => void) | undefined
}
type Props = LineActions & {
  line: Line
  at: number
  view: LinesLook
  lang: Locale
  translationLang: Locale
  isCurrent: boolean
  /** Of all lines, one is reached by the Tab key. */
  isTabStop: boolean
  shareText: string
}

/**
 * What can be done with a line stands at the one under the pointer, else at the one with the focus: the spoken one moves on. Drawn
 * again only when it becomes or stops being the spoken one, or is written in another way: a track has thousands.
 */
export const LineRow = memo(function LineRow(props: Props) {
  const { line, at, isCurrent, isTabStop, shareText, play, move, focus, share } = props
  const { start } = line
  return (
    <li
      aria-current={isCurrent ? 'true' : undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && focus(at)}
    >
      {start === null ? (
        <div className="line">
          <LineText {...props} />
        </div>
      ) : (
        <button
          type="button"
          className="line"
          tabIndex={isTabStop ? 0 : -1}
          aria-describedby={isTabStop ? 'lines-hint' : undefined}
          onFocus={() => focus(at)}
          onClick={() => play(start)}
          onKeyDown={(event) => move(event, at)}
        >
          <LineText {...props} />
        </button>
      )}
      {share && isTabStop && start !== null && (
        <button type="button" className="round line-share" aria-label={shareText} onClick={() => share(at)}>
          <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
            <use href="/icons.svg#share" />
          </svg>
        </button>
      )}
    </li>
  )
})

type TextProps = Pick<Props, 'line' | 'view' | 'lang' | 'translationLang'>

export function LineText({ line, view, lang, translationLang }: TextProps) {
  return (
    <>
      {line.speaker && <span className="lines-speaker">{line.speaker}</span>}
      <WrittenText text={line.text} lang={lang} view={view} />
      {/* A course speaks two languages: what is said in the other one already would stand there twice. */}
      {view.translation && line.translation && line.translation !== line.text && (
        <span className="lines-translation">
          <WrittenText text={line.translation} lang={translationLang} view={view} />
        </span>
      )}
    </>
  )
}

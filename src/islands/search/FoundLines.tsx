import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import type { FoundLine } from '#contract/transcripts/transcripts.ts'
import { clock } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { titlePath } from '#i18n/paths.ts'

type Props = { lines: readonly FoundLine[]; locale: Locale; messages: Messages['search']['results'] }

/** Remembered lines: each with its title, and a link that plays from a second before it [LN-3]. */
export function FoundLines({ lines, locale, messages }: Props) {
  if (lines.length === 0) return null
  return (
    <section className="section found-lines" aria-labelledby="found-lines">
      <h2 className="group" id="found-lines">
        {messages.lines}
      </h2>
      <ul role="list">
        {lines.map((line) => (
          <li key={`${line.track_id} ${line.map_url} ${line.locale} ${line.number}`} data-spoken={line.locale}>
            <a href={pathTo(line, locale)}>
              <q lang={line.locale}>
                <Marked {...line} />
              </q>
              <span className="soft">
                <Place {...{ line, locale, messages }} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Place({ line, locale, messages }: Omit<Props, 'lines'> & { line: FoundLine }) {
  const part = line.track_title ? { name: '', custom_translation: line.track_title } : undefined
  return (
    <>
      <span lang={localeOfName(line, locale)}>{nameOrEnglish(line, locale)}</span>
      {line.track_id === null ? ` · ${messages.sample}` : part && ` · ${nameOrEnglish(part, locale)}`}
      {line.start !== null && ` · ${clock(line.start / 1000, locale)}`}
    </>
  )
}

function Marked({ text, marks }: Pick<FoundLine, 'text' | 'marks'>) {
  const ends = [0, ...marks.map(([, to]) => to)]
  return (
    <>
      {marks.map(([from, to], at) => (
        <span key={from}>
          {text.slice(ends[at], from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}

/** A second before the line, so that its first word is heard whole. */
function pathTo(line: FoundLine, locale: Locale): string {
  const { product_id: id, product_slug, product_audio_type, track_id: track, start } = line
  const page = titlePath(locale, { id, product_slug, product_audio_type })
  if (start === null) return page
  const second = String(Math.max(0, Math.floor(start / 1000 - 1)))
  const query = new URLSearchParams(track === null ? { sample: second } : { track: String(track), t: second })
  return `${page}?${query}`
}

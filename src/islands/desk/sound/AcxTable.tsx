import { ACX, type AcxRow } from '#contract/listening/audio-findings.ts'
import type { SoundTrack } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { clock, count, decimal } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import type { SoundMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: SoundMessages; tracks: readonly SoundTrack[] }

/** Whether the recordings could go to ACX as they are. */
export function AcxTable({ locale, messages, tracks }: Props) {
  const measured = tracks.filter(({ acx }) => acx.length > 0)
  const names = namesOf(messages, locale)
  const rows = measured[0]?.acx.map(({ name }) => name) ?? []
  if (rows.length === 0) return null
  const columns: DeskColumn<{ name: AcxRow['name'] }>[] = [
    { id: 'rule', header: messages.acxPart, cell: ({ name }) => names[name] },
    ...measured.map(({ position, acx }) => ({
      id: `track-${position}`,
      header: `${messages.track} ${count(position, locale)}`,
      cell: ({ name }: { name: AcxRow['name'] }) => {
        const found = acx.find((row) => row.name === name)
        return found ? `${valueText(found, locale)} · ${found.is_met ? messages.acxYes : messages.acxNo}` : '–'
      },
    })),
  ]
  return (
    <>
      <h3>{messages.acxCaption}</h3>
      <DeskTable
        caption={messages.acxCaption}
        items={rows.map((name) => ({ name }))}
        columns={columns}
        idOf={({ name }) => name}
        nameOf={({ name }) => names[name]}
      />
    </>
  )
}

/** The rules with their figures. */
function namesOf(messages: SoundMessages, locale: Locale): Record<AcxRow['name'], string> {
  const text = (message: string, ...figures: number[]) => {
    const [from = '', to = ''] = figures.map((figure) => decimal(figure, locale))
    return interpolate(message, { from, to })
  }
  const { rms, peak, noise, seconds, rate, head, tail } = ACX
  return {
    rms: text(messages.acxRms, rms.from, rms.to),
    peak: text(messages.acxPeak, peak.to),
    noise: text(messages.acxNoise, noise.to),
    seconds: text(messages.acxSeconds, seconds.to / 60),
    rate: text(messages.acxRate, rate),
    head: text(messages.acxHead, head.from, head.to),
    tail: text(messages.acxTail, tail.from, tail.to),
  }
}

/** A length is told as a clock, everything else as a number. */
const valueText = ({ name, value }: AcxRow, locale: Locale): string =>
  name === 'seconds' ? clock(value, locale) : decimal(value, locale)

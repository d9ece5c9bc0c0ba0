import type { AcxRow } from '#contract/audio-findings.ts'
import type { SoundTrack } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/locale.ts'
import { count, decimal } from '#i18n/format.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/DeskTable.tsx'
import type { SoundMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: SoundMessages; tracks: readonly SoundTrack[] }

/** Whether the recordings could go to ACX as they are. */
export function AcxTable({ locale, messages, tracks }: Props) {
  const measured = tracks.filter(({ acx }) => acx.length > 0)
  const names: Record<AcxRow['name'], string> = {
    rms: messages.acxRms,
    peak: messages.acxPeak,
    noise: messages.acxNoise,
    seconds: messages.acxSeconds,
    rate: messages.acxRate,
    head: messages.acxHead,
    tail: messages.acxTail,
  }
  const rows = measured[0]?.acx.map(({ name }) => name) ?? []
  if (rows.length === 0) return null
  const columns: DeskColumn<{ name: AcxRow['name'] }>[] = [
    { id: 'rule', header: messages.acxPart, cell: ({ name }) => names[name] },
    ...measured.map(({ position, acx }) => ({
      id: `track-${position}`,
      header: `${messages.track} ${count(position, locale)}`,
      cell: ({ name }: { name: AcxRow['name'] }) => {
        const found = acx.find((row) => row.name === name)
        return found ? `${decimal(found.value, locale)} · ${found.is_met ? messages.acxYes : messages.acxNo}` : '–'
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

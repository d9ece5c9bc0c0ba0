import { useEffect } from 'react'
import type { Finding } from '#contract/listening/audio-findings.ts'
import { soundState, type SoundOfTitle, type SoundTrack } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { clock, count, decimal } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { languageOf, nameOf } from '#islands/desk/titles/TitleList.tsx'
import { TextsPart } from '#islands/desk/transcripts/TextsPart.tsx'
import { setAsRecorded, soundOfTitle } from '#stores/desk/catalog/sound.ts'
import { Check } from '#ui/Check.tsx'
import { AcxTable } from './AcxTable.tsx'
import { LoudnessCurves } from './LoudnessCurves.tsx'
import { SamplePart } from './SamplePart.tsx'
import { SoundRetry } from './SoundRetry.tsx'
import type { FindingMessages, SoundMessages, TitleMessages } from './SoundPage.tsx'

type Props = { locale: Locale; id: number } & TitleMessages

export function SoundOfOne({ id, texts, ...props }: Props) {
  const { locale, messages } = props
  const load = () => soundOfTitle.load(id)
  useEffect(() => void soundOfTitle.load(id), [id])
  return (
    <>
      <p>
        <a href={deskPath('sound', locale)}>{messages.all}</a>
      </p>
      <Loaded $loadable={soundOfTitle.$loadable} retry={load}>
        {(title) => (
          <>
            <Doctor {...props} title={title} />
            <TextsPart {...{ locale, id }} messages={texts} />
          </>
        )}
      </Loaded>
    </>
  )
}

type DoctorProps = Omit<Props, 'id' | 'texts'> & { title: SoundOfTitle }

function Doctor({ locale, messages, findings, sample, faults, retry, title }: DoctorProps) {
  const texts = { saved: messages.levelSaved, failed: messages.levelFailed }
  return (
    <>
      <h2 lang={languageOf(title.names, locale)}>{nameOf(title.names, locale)}</h2>
      <h3>{messages.found}</h3>
      <Found {...{ locale, messages, findings, title }} />
      <SoundRetry {...{ locale, faults, title }} messages={retry} />
      <Units messages={messages} />
      <LoudnessCurves {...{ locale, messages }} tracks={title.tracks} />
      <DeskTable
        caption={messages.tableCaption}
        items={title.tracks}
        columns={columnsOf(locale, messages)}
        idOf={({ position }) => String(position)}
        nameOf={({ name }) => name}
      />
      <Check
        name="as_recorded"
        isChecked={title.as_recorded}
        onChange={(isChecked) => void setAsRecorded(title, isChecked, texts)}
      >
        {messages.levelSwitch}
      </Check>
      <p className="soft">{messages.levelHint}</p>
      <SamplePart {...{ locale, faults, title }} messages={sample} />
      <AcxTable {...{ messages, locale }} tracks={title.tracks} />
    </>
  )
}

function Found({ locale, messages, findings, title }: Pick<DoctorProps, 'locale' | 'messages' | 'findings' | 'title'>) {
  const { waiting, isFine } = soundState(title)
  const counts = { waiting: count(waiting, locale), count: count(title.tracks.length, locale) }
  return (
    <>
      {isFine && <p>{messages.nothing}</p>}
      {title.findings.length > 0 && (
        <ul className="desk-findings">
          {title.findings.map((finding) => (
            <li key={`${finding.code} ${finding.track ?? ''}`}>{findingText(findings, finding, locale)}</li>
          ))}
        </ul>
      )}
      {waiting > 0 && <p>{interpolate(messages.notMeasured, counts)}</p>}
      {title.tracks.length === 0 && <p>{messages.noTracks}</p>}
    </>
  )
}

function Units({ messages }: Pick<DoctorProps, 'messages'>) {
  return (
    <details className="desk-units">
      <summary>{messages.units}</summary>
      <ul>
        <li>{messages.unitsLufs}</li>
        <li>{messages.unitsDbtp}</li>
        <li>{messages.unitsAcx}</li>
      </ul>
    </details>
  )
}

/** What is wrong, in words. */
function findingText(messages: FindingMessages, { code, track, value, at }: Finding, locale: Locale): string {
  return interpolate(messages[code], {
    track: track === undefined ? '' : count(track, locale),
    value: value === undefined ? '' : decimal(value, locale),
    at: at === undefined ? '' : clock(at, locale),
  })
}

const MEGABYTE = 1_000_000

function columnsOf(locale: Locale, messages: SoundMessages): DeskColumn<SoundTrack>[] {
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : decimal(value, locale)
  const weight = (bytes: number) => decimal(Math.round(bytes / (MEGABYTE / 10)) / 10, locale)
  const loudnessOf = ({ state, measurement }: SoundTrack) => {
    if (state === 'waiting') return messages.waits
    if (!measurement) return messages.fails
    return measurement.loudness === null ? messages.silence : decimal(measurement.loudness, locale)
  }
  return [
    { id: 'track', header: messages.track, cell: ({ position, name }) => `${count(position, locale)}. ${name}` },
    { id: 'loudness', header: messages.loudness, cell: loudnessOf, isNumber: true },
    { id: 'peak', header: messages.peak, cell: ({ measurement }) => figure(measurement?.truePeak), isNumber: true },
    { id: 'noise', header: messages.noise, cell: ({ measurement }) => figure(measurement?.noiseFloor), isNumber: true },
    { id: 'gain', header: messages.gain, cell: ({ gain }) => figure(gain), isNumber: true },
    {
      id: 'weight',
      header: messages.weight,
      cell: ({ bytes }) => `${weight(bytes.full)} / ${bytes.light === undefined ? '–' : weight(bytes.light)}`,
      isNumber: true,
    },
  ]
}

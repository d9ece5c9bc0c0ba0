import { useEffect, useRef, useState } from 'react'
import { weakPairs, type WeakPair } from '#brand/contrast.ts'
import { HEADING_FONTS } from '#brand/settings.ts'
import { tokens, type Theme } from '#brand/tokens.ts'
import type { DeskSettings } from '#contract/desk/shop/settings.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { loadSettings, saveLook } from '#stores/desk/shop/settings.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { useSaving } from '#islands/desk/shop/use-saving.ts'
import type { SettingMessages } from './Settings.tsx'

type Look = DeskSettings['values']['look']
type Props = { messages: SettingMessages; version: number; look: Look }
type Tokens = keyof SettingMessages['tokens']

/** Colours and fonts, with how they look and every pair that could not be read. */
export function LookForm({ messages, version, look }: Props) {
  const { messages: shared } = useDesk()
  const [colours, setColours] = useState(look.colours)
  const [headings, setHeadings] = useState(look.headings)
  const [theme, setTheme] = useState<Theme>('light')
  const { failed, isBusy, submit } = useSaving(saveOver)
  const weak = weakPairs(colours)
  const isDirty = JSON.stringify({ colours, headings }) !== JSON.stringify(look)
  useLeaveWarning(isDirty)
  async function saveOver() {
    const font = HEADING_FONTS.find((one) => one === headings) ?? 'tiro'
    const result = await saveLook({ colours, headings: font }, version)
    if ('fault' in result) {
      // The next save goes over what somebody else saved.
      if (result.fault === 'changedMeanwhile') await loadSettings()
      return result
    }
    showToast(messages.savedLook)
    return undefined
  }
  return (
    <form
      className="desk-panel"
      onSubmit={(event) => {
        event.preventDefault()
        if (weak.length === 0) void submit(undefined)
      }}
    >
      <Choices {...{ messages, headings, setHeadings, theme, setTheme }} />
      <Swatches {...{ messages, theme, colours, setColours }} />
      <Preview {...{ messages }} colours={{ ...colours.light, ...colours[theme] }} />
      <WeakPairs {...{ messages, weak }} />
      {failed && (
        <p role="alert" className="failure">
          {deskFault(shared, failed.fault)}
        </p>
      )}
      <Buttons {...{ messages, setColours }} isLocked={isBusy || weak.length > 0 || !isDirty} />
    </form>
  )
}

type ChoicesProps = Pick<Props, 'messages'> & {
  headings: string
  setHeadings: (font: string) => void
  theme: Theme
  setTheme: (theme: Theme) => void
}

function Choices({ messages, headings, setHeadings, theme, setTheme }: ChoicesProps) {
  const fonts = HEADING_FONTS.map((value) => ({ value, label: messages.fonts[value] }))
  const themes = (['light', 'dark'] as const).map((value) => ({ value, label: messages.themes[value] }))
  return (
    <>
      <Field label={messages.headings} name="headings" value={headings} options={fonts} onChange={setHeadings} />
      <Field
        label={messages.theme}
        name="theme"
        value={theme}
        options={themes}
        onChange={(value) => setTheme(value === 'dark' ? 'dark' : 'light')}
      />
    </>
  )
}

type SwatchesProps = Pick<Props, 'messages'> & {
  theme: Theme
  colours: Look['colours']
  setColours: (colours: Look['colours']) => void
}

function Swatches({ messages, theme, colours, setColours }: SwatchesProps) {
  return (
    <div className="desk-fields">
      {Object.keys(tokens[theme]).map((name) => (
        <Colour
          key={`${theme}${name}`}
          label={messages.tokens[name as Tokens]}
          value={colours[theme][name] ?? ''}
          onChange={(colour) => setColours({ ...colours, [theme]: { ...colours[theme], [name]: colour } })}
        />
      ))}
    </div>
  )
}

type ButtonsProps = Pick<SwatchesProps, 'messages' | 'setColours'> & { isLocked: boolean }

function Buttons({ messages, setColours, isLocked }: ButtonsProps) {
  return (
    <div className="desk-buttons">
      <button type="submit" className="button" aria-disabled={isLocked}>
        {messages.save}
      </button>
      <button
        type="button"
        className="button quiet"
        onClick={() => setColours({ light: { ...tokens.light }, dark: { ...tokens.dark } })}
      >
        {messages.defaults}
      </button>
    </div>
  )
}

function Colour({ label, value, onChange }: { label: string; value: string; onChange: (colour: string) => void }) {
  return (
    <label className="desk-swatch">
      <input type="color" value={value} onChange={({ target }) => onChange(target.value)} />
      {label} <span className="soft">{value}</span>
    </label>
  )
}

/** Grounds with the text that stands on them. */
const PARTS = [
  ['paper', 'ink'],
  ['card', 'kumkum'],
  ['kumkum', 'on-kumkum'],
  ['turmeric', 'on-turmeric'],
  ['leaf', 'on-leaf'],
  ['night', 'on-night'],
  ['kids', 'on-kids'],
] as const

/** The colours are set by script: the content policy allows no `style` in the page. */
function Preview({ messages, colours }: { messages: SettingMessages; colours: Record<string, string> }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const part of box.current?.querySelectorAll<HTMLElement>('[data-part]') ?? []) {
      const [ground = '', text = ''] = part.dataset['part']?.split(' ') ?? []
      part.style.backgroundColor = colours[ground] ?? ''
      part.style.color = colours[text] ?? ''
    }
  })
  return (
    <div className="desk-look" ref={box} role="group" aria-label={messages.preview}>
      {PARTS.map(([ground, text]) => (
        <p key={ground} data-part={`${ground} ${text}`}>
          {interpolate(messages.sample, { text: messages.tokens[text], ground: messages.tokens[ground] })}
        </p>
      ))}
    </div>
  )
}

function WeakPairs({ messages, weak }: { messages: SettingMessages; weak: readonly WeakPair[] }) {
  const { locale } = useDesk()
  const names: Record<string, string> = messages.tokens
  const named = (token: string) =>
    token
      .split(' ')
      .map((one) => names[one] ?? names[one.replace('brand-', '')] ?? one)
      .join(' / ')
  return (
    <div role="status">
      {weak.length === 0 ? (
        <p className="notice">{messages.readable}</p>
      ) : (
        <>
          <p className="failure">{messages.unreadable}</p>
          <ul>
            {weak.map(({ theme, color, ground, ratio, needed }) => (
              <li key={`${theme} ${color} ${ground}`}>
                {interpolate(messages.pair, {
                  ...{ theme: messages.themes[theme], color: named(color), ground: named(ground) },
                  ...{ ratio: digits(ratio, locale), needed: digits(needed, locale) },
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

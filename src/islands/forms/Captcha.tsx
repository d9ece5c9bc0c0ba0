import { useStore } from '@nanostores/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { $captcha, tickCaptcha, type CaptchaState } from '#stores/captcha.ts'

export type HumanWords = Record<'human' | 'human-hint' | 'human-working' | 'human-proved' | 'human-failed', string>
type Props = { words: HumanWords; fault?: string | undefined; onChange: () => void }

const IDLE: CaptchaState = { state: 'idle' }

/** One box to tick; the work that proves it is done by the computer, so nothing has to be read or solved (3.3.8). */
export function HumanCheck({ words, fault, onChange }: Props) {
  const human = useStore($captcha, { ssr: () => IDLE })
  const id = useId()
  const box = useRef<HTMLInputElement>(null)

  // Ticked before React came: the work begins now.
  useLayoutEffect(() => {
    if (box.current?.checked && $captcha.get().state === 'idle') tickCaptcha(true)
  }, [])

  const isFailed = human.state === 'failed'
  const wrong = isFailed ? words['human-failed'] : fault
  return (
    <div className="human" data-state={human.state}>
      <label>
        <input
          ref={box}
          type="checkbox"
          name="human"
          required
          checked={human.state !== 'idle' && !isFailed}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}hint${wrong ? ` ${id}fault` : ''}`}
          onChange={(event) => {
            tickCaptcha(event.target.checked)
            onChange()
          }}
        />
        {words.human}
      </label>
      <p id={`${id}hint`} className="hint">
        {words['human-hint']}
      </p>
      <p role="status" className="state">
        {human.state === 'working' && words['human-working']}
        {human.state === 'proved' && words['human-proved']}
      </p>
      <p id={`${id}fault`} className="fault" role={isFailed ? 'alert' : undefined} hidden={!wrong}>
        {wrong}
      </p>
    </div>
  )
}

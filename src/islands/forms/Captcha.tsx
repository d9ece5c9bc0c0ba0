import { useStore } from '@nanostores/react'
import type { Messages } from '#i18n/namespaces.ts'
import { useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { $captcha, tickCaptcha, type CaptchaState } from '#stores/captcha.ts'

export type CaptchaMessages = Messages['form']['captcha']
type Props = { messages: CaptchaMessages; fault?: string | undefined; onChange: () => void }

const IDLE: CaptchaState = { state: 'idle' }

/** A checkbox that starts the proof of work, so nobody has to read or solve anything (WCAG 3.3.8). */
export function Captcha({ messages, fault, onChange }: Props) {
  const captcha = useStore($captcha, { ssr: () => IDLE })
  const id = useId()
  const box = usePreHydrationTick()

  const isFailed = captcha.state === 'failed'
  const wrong = isFailed ? messages.captchaFailed : fault
  return (
    <div className="captcha" data-state={captcha.state}>
      <label>
        <input
          ref={box}
          type="checkbox"
          name="human"
          required
          checked={captcha.state !== 'idle' && !isFailed}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}hint${wrong ? ` ${id}fault` : ''}`}
          onChange={(event) => {
            tickCaptcha(event.target.checked)
            onChange()
          }}
        />
        {messages.captcha}
      </label>
      <p id={`${id}hint`} className="hint">
        {messages.captchaHint}
      </p>
      <p role="status" className="state">
        {captcha.state === 'working' && messages.captchaWorking}
        {captcha.state === 'proved' && messages.captchaProved}
      </p>
      <p id={`${id}fault`} className="fault" role={isFailed ? 'alert' : undefined} hidden={!wrong}>
        {wrong}
      </p>
    </div>
  )
}

/** The ref of the checkbox, which may be ticked before hydration. */
function usePreHydrationTick(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current?.checked && $captcha.get().state === 'idle') tickCaptcha(true)
  }, [])
  return box
}

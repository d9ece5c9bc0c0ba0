import { askProvider } from '../ask-provider.ts'
import { PermanentRefusal } from '../permanent-refusal.ts'
import type { Sms, SmsSender } from './port.ts'

type Msg91Options = {
  authKey: string
  /** The vendor's flow ids of the templates. Each is registered with the operators (DLT). */
  flows: Record<Sms['template'], string>
  url?: string
}

const FLOW_URL = 'https://control.msg91.com/api/v5/flow/'
const TIMEOUT_MS = 10_000

/** Sends through a flow of MSG91: the id of a registered text with the values VAR1, VAR2 … */
export function createMsg91({ authKey, flows, url = FLOW_URL }: Msg91Options): SmsSender {
  return {
    async send({ to, template, values }) {
      const variables = Object.fromEntries(values.map((value, index) => [`VAR${index + 1}`, value]))
      const response = await askProvider(url, TIMEOUT_MS, {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: flows[template],
          short_url: '0',
          recipients: [{ mobiles: to.replace('+', ''), ...variables }],
        }),
      })
      const reply: unknown = await response.json().catch(() => undefined)
      // MSG91 answers 200 to refused messages too. Its text may contain the number, so the error has only the status.
      if (response.ok && isAccepted(reply)) return
      const code = codeIn(reply)
      if (FINAL.has(code)) throw new PermanentRefusal(`MSG91 refused the message for good: ${code}`)
      throw new Error(`MSG91 refused the message: ${response.status}${code && ` ${code}`}`)
    },
  }
}

/**
 * Codes about this number or this text: missing or invalid number, too long a text. Others (key, template, balance, a network
 * that is not on the list) concern every message: the operator mends them, and the messages go out then.
 */
const FINAL: ReadonlySet<string> = new Set(['101', '202', '310'])

/** Three digits, as a number or a text; anything else may be part of a message. */
const codeIn = (reply: unknown): string => /^\d{3}$/.exec(String(Object(reply)['code']))?.[0] ?? ''

const isAccepted = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && 'type' in reply && reply.type === 'success'

import type { Sms, SmsSender } from './port.ts'

export type Msg91Options = {
  authKey: string
  /** Ids of the flows that stand for our templates at the vendor; each is registered with the operators (DLT). */
  flows: Record<Sms['template'], string>
  url?: string
}

const FLOW_URL = 'https://control.msg91.com/api/v5/flow/'
const PATIENCE_MS = 10_000

/** Sends through a flow of MSG91: the id of a registered text and what stands in its places, VAR1, VAR2 …, never words. */
export function createMsg91({ authKey, flows, url = FLOW_URL }: Msg91Options): SmsSender {
  return {
    async send({ to, template, values }) {
      const places = Object.fromEntries(values.map((value, index) => [`VAR${index + 1}`, value]))
      const response = await fetch(url, {
        method: 'POST',
        headers: { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: flows[template],
          short_url: '0',
          recipients: [{ mobiles: to.replace('+', ''), ...places }],
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      // It answers 200 to what it refuses. Its words may hold the number, so only their kind is told.
      if (!response.ok || !isTaken(answer)) throw new Error(`MSG91 took no message: ${response.status}`)
    },
  }
}

const isTaken = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'success'

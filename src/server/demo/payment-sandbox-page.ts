import { escapeHtml } from '#contract/text/escape-html.ts'
import { toMinor } from '#contract/money/money.ts'
import { money } from '#i18n/format.ts'
import type { SandboxPayment } from '../adapters/payment/sandbox.ts'
import { messages } from '../runtime/messages.ts'
import { STYLE } from '../payments/gateway-page.ts'

export const CHOICES = ['success', 'failure', 'pending', 'cancel', 'tampered', 'late', 'twice', 'lost'] as const
export type Choice = (typeof CHOICES)[number]

const NAMES = { payu: 'PayU', ccavenue: 'CCAvenue', paypal: 'PayPal' } as const

/** Replaces the card form of a real gateway: the visitor chooses the result of the payment. */
export function choicePage({ gateway, id, amount, currency, locale }: SandboxPayment): string {
  const t = messages(locale, 'demo')
  const total = money(toMinor({ amount }), currency === 'INR' ? 'INR' : 'USD', locale)
  const title = escapeHtml(t('payment.title', { total }))
  const buttons = CHOICES.map(
    (choice) => `<p><button name="choice" value="${choice}">${escapeHtml(t(`payment.choices.${choice}`))}</button></p>`,
  )
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(t('payment.lead', { gateway: NAMES[gateway] }))}</p>
<form method="post" action="/dev/pay/choose">
<input type="hidden" name="gateway" value="${gateway}"><input type="hidden" name="id" value="${escapeHtml(id)}">
${buttons.join('\n')}
</form>
</main>
</body>
</html>
`
}

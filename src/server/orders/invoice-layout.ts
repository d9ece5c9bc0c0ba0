import { brand } from '#brand/brand.ts'
import type { Firm } from '#brand/settings.ts'
import { colours } from '#brand/colours.ts'
import { countryName } from '#contract/fields/countries.ts'
import { toMinor } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { gstCodeOf } from '#contract/money/state-codes.ts'
import { states } from '#contract/fields/states.ts'
import { digits, exactMoney, longDate } from '#i18n/format.ts'
import { planNames } from '../plans/plan-names.ts'
import { messages } from '../runtime/messages.ts'
import { createPdf, type Ink, type Pdf } from '../runtime/pdf/document.ts'
import type { Invoice } from './invoices.ts'
import { taxesOf } from './order-details.ts'

/** Part of the file name: with another number every PDF is drawn again at its next request. */
export const LAYOUT_VERSION = 2

const MARGIN = 56
const BODY: Ink = { size: 10.5 }

/** Draws what GST Rule 46 requires, in the language of the order. Number and GSTIN stay in ASCII. */
export async function drawInvoice(invoice: Invoice, firm: Firm): Promise<Uint8Array> {
  const { locale } = invoice.order
  const title = messages(locale, 'orders')(invoice.kind === 'invoice' ? 'invoice.invoice' : 'invoice.credit')
  const pdf = await createPdf({
    title: `${title} ${invoice.number}`,
    author: brand.name[locale],
    locale,
    date: invoice.issuedAt,
  })
  const below = drawParties(pdf, invoice, firm, drawHead(pdf, invoice, title, locale), locale)
  drawFoot(pdf, drawAmounts(pdf, invoice, below + 18, locale), locale)
  return pdf.finish()
}

const boxOf = (pdf: Pdf, y: number) => ({ x: MARGIN, y, width: pdf.width - 2 * MARGIN })
const dated = (date: Date, locale: Locale) => longDate(date.toISOString(), locale)

function drawHead(pdf: Pdf, { number, issuedAt, of, order }: Invoice, title: string, locale: Locale): number {
  let y = pdf.text(brand.name[locale], boxOf(pdf, MARGIN), { face: 'title', size: 18, color: colours.kumkum })
  y = pdf.text(title, boxOf(pdf, y + 6), { face: 'title', size: 24, role: 'H1' })
  y = pdf.text(
    messages(locale, 'orders')('invoice.number', { number, date: dated(issuedAt, locale) }),
    boxOf(pdf, y),
    BODY,
  )
  if (of)
    y = pdf.text(
      messages(locale, 'orders')('invoice.for', { number: of.number, date: dated(of.issuedAt, locale) }),
      boxOf(pdf, y),
      BODY,
    )
  return pdf.text(messages(locale, 'orders')('invoice.order', { order: digits(order.id, locale) }), boxOf(pdf, y), {
    ...BODY,
    color: colours.soft,
  })
}

function drawParties(pdf: Pdf, { order }: Invoice, firm: Firm, from: number, locale: Locale): number {
  const { country, state, firstName, lastName, email } = order
  const [, stateNames] = Object.entries(states).find(([code]) => code === state) ?? []
  const placeOfSupply =
    country === 'IN'
      ? messages(locale, 'orders')('invoice.placeOfSupply', {
          state: stateNames?.[locale] ?? state,
          code: gstCodeOf(state),
        })
      : messages(locale, 'orders')('invoice.export')
  const blocks: [string, string[]][] = [
    [
      messages(locale, 'orders')('invoice.seller'),
      [firm.company[locale], firm.address[locale], messages(locale, 'orders')('invoice.gstin', { gstin: firm.gstin })],
    ],
    [
      messages(locale, 'orders')('invoice.buyer'),
      [`${firstName} ${lastName}`, email, countryName(country, locale), placeOfSupply],
    ],
  ]
  return blocks.reduce((y, [heading, lines]) => {
    const below = pdf.text(heading, boxOf(pdf, y + 14), { ...BODY, face: 'title', role: 'H2', color: colours.soft })
    return lines.reduce((at, line) => pdf.text(line, boxOf(pdf, at), BODY), below)
  }, from)
}

/** A row with its amount at the right edge. Returns the y below it. */
function row(pdf: Pdf, y: number, label: string, amount: string, ink: Ink = BODY): number {
  const { x, width } = boxOf(pdf, y)
  const below = pdf.text(label, { x, y, width: width - 110 }, ink)
  pdf.text(amount, { x: x + width - 105, y, width: 105 }, { ...ink, align: 'right' })
  return below + 3
}

function drawAmounts(pdf: Pdf, { order, lines }: Invoice, from: number, locale: Locale): number {
  const formatted = (minor: number) => exactMoney(minor, order.currency, locale)
  const rule = (y: number) => pdf.line([MARGIN, y], [pdf.width - MARGIN, y], colours.rule)
  rule(from)
  let y = lines.reduce((at, { translations, plan_id: planId, sac, price }) => {
    const names = planId === null ? translations : planNames(translations)
    const name = names[locale]?.name ?? names.en?.name ?? names.mr?.name ?? ''
    return row(pdf, at, messages(locale, 'orders')('invoice.line', { name, sac }), formatted(price))
  }, from + 8)
  rule(y + 4)
  y = row(pdf, y + 10, messages(locale, 'orders')('invoice.price'), formatted(order.subtotal))
  if (order.discount > 0)
    y = row(pdf, y, messages(locale, 'orders')('invoice.discount'), `−${formatted(order.discount)}`)
  y = row(pdf, y, messages(locale, 'orders')('invoice.taxable'), formatted(order.subtotal - order.discount))
  for (const { component, percent, amount } of taxesOf(order)) {
    y = row(
      pdf,
      y,
      messages(locale, 'orders')('invoice.tax', { name: component, percent: digits(percent, locale) }),
      formatted(toMinor(amount)),
    )
  }
  rule(y + 2)
  return row(pdf, y + 8, messages(locale, 'orders')('invoice.total'), formatted(order.total), {
    face: 'title',
    size: 14,
  })
}

function drawFoot(pdf: Pdf, from: number, locale: Locale): void {
  const y = pdf.text(messages(locale, 'orders')('invoice.reverse'), boxOf(pdf, from + 14), {
    ...BODY,
    color: colours.soft,
  })
  pdf.text(messages(locale, 'orders')('invoice.signed'), boxOf(pdf, y), { ...BODY, color: colours.soft })
}

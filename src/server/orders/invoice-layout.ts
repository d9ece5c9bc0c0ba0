import { brand, legalFacts } from '#brand/brand.ts'
import { toMinor } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'
import { gstCodeOf } from '#contract/state-codes.ts'
import { states } from '#contract/states.ts'
import { digits, longDate, money } from '#i18n/format.ts'
import { messages } from '../runtime/messages.ts'
import { createPdf, type Ink, type Pdf } from '../runtime/pdf/document.ts'
import type { Sheet } from './invoices.ts'
import { taxesOf } from './order-details.ts'

/** Another number makes all sheets anew when they are next asked for. */
export const SHEET_VERSION = 1

const EDGE = 56
const SOFT = '#6d5a70'
const PLAIN: Ink = { size: 10.5 }

/** What Rule 46 wants on an invoice, in the language of the order. Serial and GSTIN stay in ASCII. */
export async function drawInvoice(sheet: Sheet): Promise<Uint8Array> {
  const { locale } = sheet.order
  const title = messages(locale, 'orders')(sheet.kind === 'I' ? 'invoice.invoice' : 'invoice.credit')
  const pdf = await createPdf({
    title: `${title} ${sheet.number}`,
    author: brand.name[locale],
    locale,
    date: sheet.issuedAt,
  })
  const below = drawParties(pdf, sheet, drawHead(pdf, sheet, title, locale), locale)
  drawFoot(pdf, drawAmounts(pdf, sheet, below + 18, locale), locale)
  return pdf.finish()
}

const boxOf = (pdf: Pdf, y: number) => ({ x: EDGE, y, width: pdf.width - 2 * EDGE })
const dated = (date: Date, locale: Locale) => longDate(date.toISOString(), locale)

function drawHead(pdf: Pdf, { number, issuedAt, of, order }: Sheet, title: string, locale: Locale): number {
  let y = pdf.text(brand.name[locale], boxOf(pdf, EDGE), { face: 'title', size: 18, color: '#b8322a' })
  y = pdf.text(title, boxOf(pdf, y + 6), { face: 'title', size: 24, role: 'H1' })
  y = pdf.text(
    messages(locale, 'orders')('invoice.number', { number, date: dated(issuedAt, locale) }),
    boxOf(pdf, y),
    PLAIN,
  )
  if (of)
    y = pdf.text(
      messages(locale, 'orders')('invoice.for', { number: of.number, date: dated(of.issuedAt, locale) }),
      boxOf(pdf, y),
      PLAIN,
    )
  return pdf.text(messages(locale, 'orders')('invoice.order', { order: digits(order.id, locale) }), boxOf(pdf, y), {
    ...PLAIN,
    color: SOFT,
  })
}

function drawParties(pdf: Pdf, { order }: Sheet, from: number, locale: Locale): number {
  const { country, state, firstName, lastName, email } = order
  const [, names] = Object.entries(states).find(([code]) => code === state) ?? []
  const place =
    country === 'IN'
      ? messages(locale, 'orders')('invoice.place', { state: names?.[locale] ?? state, code: gstCodeOf(state) })
      : messages(locale, 'orders')('invoice.export')
  const blocks: [string, string[]][] = [
    [
      messages(locale, 'orders')('invoice.seller'),
      [
        legalFacts.company[locale],
        legalFacts.address[locale],
        messages(locale, 'orders')('invoice.gstin', { gstin: legalFacts.gstin }),
      ],
    ],
    [
      messages(locale, 'orders')('invoice.buyer'),
      [`${firstName} ${lastName}`, email, ...(country === 'IN' ? [] : [country]), place],
    ],
  ]
  return blocks.reduce((y, [heading, lines]) => {
    const below = pdf.text(heading, boxOf(pdf, y + 14), { ...PLAIN, face: 'title', role: 'H2', color: SOFT })
    return lines.reduce((at, line) => pdf.text(line, boxOf(pdf, at), PLAIN), below)
  }, from)
}

/** A row with its amount at the right edge; gives the y below it. */
function row(pdf: Pdf, y: number, label: string, amount: string, ink: Ink = PLAIN): number {
  const { x, width } = boxOf(pdf, y)
  const below = pdf.text(label, { x, y, width: width - 110 }, ink)
  pdf.text(amount, { x: x + width - 105, y, width: 105 }, { ...ink, align: 'right' })
  return below + 3
}

function drawAmounts(pdf: Pdf, { order, lines }: Sheet, from: number, locale: Locale): number {
  const shown = (minor: number) => money(minor, order.currency, locale)
  const rule = (y: number) => pdf.line([EDGE, y], [pdf.width - EDGE, y], '#d8c9a8')
  rule(from)
  let y = lines.reduce((at, { translations, sac, price }) => {
    const name = translations[locale]?.name ?? translations.en?.name ?? translations.mr?.name ?? ''
    return row(pdf, at, messages(locale, 'orders')('invoice.line', { name, sac }), shown(price))
  }, from + 8)
  rule(y + 4)
  y = row(pdf, y + 10, messages(locale, 'orders')('invoice.price'), shown(order.subtotal))
  if (order.discount > 0) y = row(pdf, y, messages(locale, 'orders')('invoice.discount'), `−${shown(order.discount)}`)
  y = row(pdf, y, messages(locale, 'orders')('invoice.taxable'), shown(order.subtotal - order.discount))
  for (const { component, percent, amount } of taxesOf(order)) {
    y = row(
      pdf,
      y,
      messages(locale, 'orders')('invoice.tax', { name: component, percent: digits(percent, locale) }),
      shown(toMinor(amount)),
    )
  }
  rule(y + 2)
  return row(pdf, y + 8, messages(locale, 'orders')('invoice.total'), shown(order.total), { face: 'title', size: 14 })
}

function drawFoot(pdf: Pdf, from: number, locale: Locale): void {
  const y = pdf.text(messages(locale, 'orders')('invoice.reverse'), boxOf(pdf, from + 14), { ...PLAIN, color: SOFT })
  pdf.text(messages(locale, 'orders')('invoice.signed'), boxOf(pdf, y), { ...PLAIN, color: SOFT })
}

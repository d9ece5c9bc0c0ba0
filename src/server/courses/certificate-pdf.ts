import { brand } from '#brand/brand.ts'
import { colours } from '#brand/colours.ts'
import { showCode } from '#contract/courses.ts'
import type { Locale } from '#contract/text/locale.ts'
import { messages } from '../runtime/messages.ts'
import { longDate } from '#i18n/format.ts'
import type { Row } from '../db/row.ts'
import type { certificates } from '../db/schema/listening/courses.ts'
import { createPdf, type Ink, type Pdf } from '../runtime/pdf/document.ts'

export type Certificate = Pick<
  Row<typeof certificates>,
  'code' | 'subject' | 'name' | 'title' | 'institute' | 'issued_at'
>

/** A higher number renders every certificate again at its next download. */
export const LAYOUT_VERSION = 1

const EDGE = 28

/** The certificate as PDF in one language. `address` is the page on which anyone can verify it. */
export async function drawCertificate(certificate: Certificate, locale: Locale, address: string): Promise<Uint8Array> {
  const course = certificate.title[locale]?.name ?? certificate.title.en?.name ?? certificate.title.mr?.name ?? ''
  const pdf = await createPdf({
    title: `${messages(locale, 'courses')('certificatePdf.title')}: ${course}`,
    author: brand.name[locale],
    locale,
    date: certificate.issued_at,
    layout: 'landscape',
  })
  drawBackground(pdf)
  drawText(pdf, certificate, course, locale)
  drawFooter(pdf, certificate, locale, address)
  return pdf.finish()
}

function drawBackground(pdf: Pdf): void {
  pdf.area({ x: 0, y: 0, width: pdf.width, height: pdf.height }, { fill: colours.paper })
  pdf.area(inside(pdf, EDGE), { fill: colours.card, stroke: colours.kumkum, thickness: 3 })
  pdf.area(inside(pdf, EDGE + 8), { stroke: colours.turmeric })
}

const inside = ({ width, height }: Pdf, edge: number) => ({
  x: edge,
  y: edge,
  width: width - 2 * edge,
  height: height - 2 * edge,
})

function drawText(pdf: Pdf, { name, subject, institute }: Certificate, course: string, locale: Locale): void {
  const box = (y: number) => ({ x: 90, y, width: pdf.width - 180 })
  const middle: Partial<Ink> = { align: 'center' }
  const soft: Ink = { ...middle, size: 16, color: colours.soft }
  pdf.text(brand.name[locale], box(70), { ...middle, face: 'title', size: 20, color: colours.kumkum })
  pdf.text(messages(locale, 'courses')('certificatePdf.title'), box(112), {
    ...middle,
    face: 'title',
    size: 34,
    role: 'H1',
  })
  pdf.line([pdf.width / 2 - 60, 178], [pdf.width / 2 + 60, 178], colours.turmeric, 2)
  pdf.text(messages(locale, 'courses')('certificatePdf.lead'), box(196), soft)
  let y = pdf.fitted(
    name,
    box(228),
    { ...middle, face: 'title', size: 36, color: colours.kumkum, role: 'H2' },
    { lines: 2, least: 14 },
  )
  y = pdf.text(
    messages(locale, 'courses')(subject === 'lab' ? 'certificatePdf.heardLab' : 'certificatePdf.heardCourse'),
    box(y + 12),
    soft,
  )
  y = pdf.fitted(course, box(y + 8), { ...middle, face: 'title', size: 28, role: 'H2' }, { lines: 1, least: 11 })
  if (institute)
    pdf.fitted(
      messages(locale, 'courses')('certificatePdf.institute', { institute }),
      box(y + 6),
      { ...middle, size: 16 },
      { lines: 1, least: 9 },
    )
}

function drawFooter(pdf: Pdf, { code, issued_at }: Certificate, locale: Locale, address: string): void {
  const width = (pdf.width - 180) / 2
  const y = pdf.height - 122
  pdf.text(
    messages(locale, 'courses')('certificatePdf.date', { date: longDate(issued_at.toISOString(), locale) }),
    { x: 90, y, width },
    { face: 'bold', size: 14 },
  )
  pdf.text(
    messages(locale, 'courses')('certificatePdf.code', { code: showCode(code) }),
    { x: 90 + width, y, width },
    { face: 'bold', size: 14, align: 'right' },
  )
  pdf.line([90, y + 26], [pdf.width - 90, y + 26], colours.turmeric)
  pdf.text(
    messages(locale, 'courses')('certificatePdf.check', { address }),
    { x: 90, y: y + 34, width: 2 * width },
    { size: 10.5, color: colours.soft, align: 'center' },
  )
}

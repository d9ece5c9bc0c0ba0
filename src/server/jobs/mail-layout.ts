import { brand } from '#brand/brand.ts'
import { colours } from '#brand/colours.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Locale } from '#contract/text/locale.ts'

/** A title or plan in a mail. `picture`: public path of a JPEG of 1200 × 630, which every mail program shows. */
export type MailItem = { name: string; picture?: string | undefined; link?: string }
export type MailParts = {
  subject: string
  lead: string
  items: readonly MailItem[]
  code: string | undefined
  button: string
  link: string
  /** Stands before the link in words, for programs that show no button. */
  linkHint: string
  note: string
  /** The same in the other language, where that of the reader is not known. */
  other?: { locale: Locale; lead: string; link: string } | undefined
  /** Ends this kind of mail. */
  leave?: { text: string; link: string } | undefined
}

/** The brand's own fonts where they are installed, then those that phones and computers have for both scripts. */
const TEXT = `Mukta,'Helvetica Neue',Arial,'Noto Sans Devanagari','Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif`
const HEADING = `'Tiro Devanagari Marathi',Georgia,'Noto Serif Devanagari','Kohinoor Devanagari','Nirmala UI',Mangal,serif`
const STRIPE = [colours.leaf, colours.turmeric, colours.kumkum, colours.turmeric, colours.teal]

/** Mail programs drop style sheets but for this one: what must look right without it is inline. */
const DARK = `@media (prefers-color-scheme: dark) {
.page{background:${colours.paperDark}!important}
.card{background:${colours.cardDark}!important}
.ink{color:${colours.onNight}!important}
.soft{color:${colours.softDark}!important}
.code{background:${colours.paperDark}!important;color:${colours.onNight}!important}
.act{background:${colours.kumkumDark}!important}
.act a{color:${colours.night}!important}
}`

/** The HTML of a mail: tables and inline styles, because mail programs know little else. */
export function mailHtml(parts: MailParts, locale: Locale, siteUrl: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
<style>
:root{color-scheme:light dark}
${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colours.paper}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${colours.card};border-radius:12px">
<tr><td>${stripe()}</td></tr>
<tr><td style="padding:28px">
${rowsOf(parts, locale, siteUrl).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function rowsOf(parts: MailParts, locale: Locale, siteUrl: string): string[] {
  const name = escapeHtml(brand.name[locale])
  const leading = locale === 'mr' ? 1.7 : 1.55
  const text = (size: number) => `font-family:${TEXT};font-size:${size}px;line-height:${leading};margin:0 0 16px`
  return [
    `<p class="ink" style="font-family:${HEADING};font-size:20px;line-height:1.4;margin:0 0 20px;color:${colours.ink}">${name}</p>`,
    `<h1 class="ink" style="font-family:${HEADING};font-size:26px;font-weight:400;line-height:1.35;margin:0 0 16px;color:${colours.ink}">${escapeHtml(parts.subject)}</h1>`,
    `<p class="ink" style="${text(17)};color:${colours.ink}">${escapeHtml(parts.lead).replaceAll('\n', '<br>')}</p>`,
    ...itemRows(parts.items, siteUrl, text(17)),
    ...(parts.code ? [codeRow(parts.code)] : []),
    buttonRow(parts),
    `<p class="soft" style="${text(15)};color:${colours.soft}">${escapeHtml(parts.linkHint)}<br><a class="soft" href="${escapeHtml(parts.link)}" style="color:${colours.soft};word-break:break-all">${escapeHtml(parts.link)}</a></p>`,
    `<p class="soft" style="${text(15)};color:${colours.soft}">${escapeHtml(parts.note)}</p>`,
    ...(parts.other ? [otherRow(parts.other, text(15))] : []),
    ...(parts.leave
      ? [
          `<p class="soft" style="${text(15)};color:${colours.soft}"><a class="soft" href="${escapeHtml(parts.leave.link)}" style="color:${colours.soft}">${escapeHtml(parts.leave.text)}</a></p>`,
        ]
      : []),
    `<p class="soft" style="${text(15)};color:${colours.soft};margin:0">${name} · <a class="soft" href="mailto:${escapeHtml(brand.contact.email)}" style="color:${colours.soft}">${escapeHtml(brand.contact.email)}</a></p>`,
  ]
}

const otherRow = ({ locale, lead, link }: NonNullable<MailParts['other']>, style: string): string =>
  `<p class="soft" lang="${locale}" style="${style};color:${colours.soft}">${escapeHtml(lead)}<br><a class="soft" href="${escapeHtml(link)}" style="color:${colours.soft};word-break:break-all">${escapeHtml(link)}</a></p>`

const stripe = (): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${STRIPE.map((colour) => `<td height="4" style="height:4px;font-size:0;line-height:0;background:${colour}">&nbsp;</td>`).join('')}</tr></table>`

function itemRows(items: readonly MailItem[], siteUrl: string, style: string): string[] {
  return items.flatMap(({ name, picture, link }) => [
    ...(picture
      ? [
          `<p style="margin:0 0 8px"><img src="${escapeHtml(siteUrl + picture)}" alt="" width="504" style="display:block;width:100%;max-width:504px;height:auto;border:0;border-radius:12px"></p>`,
        ]
      : []),
    `<p class="ink" style="${style};font-weight:600;color:${colours.ink}">${link ? `<a class="ink" href="${escapeHtml(link)}" style="color:${colours.ink}">${escapeHtml(name)}</a>` : escapeHtml(name)}</p>`,
  ])
}

const codeRow = (code: string): string =>
  `<p class="code" style="margin:0 0 16px;padding:14px 16px;border-radius:12px;background:${colours.paper};color:${colours.ink};font:600 22px/1.4 ${TEXT};text-align:center">${escapeHtml(code)}</p>`

const buttonRow = ({ link, button }: MailParts): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="act" bgcolor="${colours.kumkum}" style="background:${colours.kumkum};border-radius:999px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 28px;font-family:${TEXT};font-size:17px;font-weight:600;line-height:1.4;color:${colours.card};text-decoration:none">${escapeHtml(button)}</a></td></tr></table>`

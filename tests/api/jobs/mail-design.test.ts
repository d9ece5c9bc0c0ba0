import { describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/text/locale.ts'
import { readFileSync } from 'node:fs'
import { renderMail, type TemplateName } from '../../../src/server/jobs/mail-templates.ts'
import { buyer, coupon, fillCart } from '../support/cart.ts'
import { beginPayu, decide, order, orderFor, shopWithGateways, postForm } from '../support/payments.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { emptyQueues } from '../support/jobs.ts'

const MAIL = readFileSync(new URL('../../../i18n/en/mail.json', import.meta.url), 'utf8')
const NAMES = Object.keys(JSON.parse(MAIL).templates) as TemplateName[]
/** Every value that a template has, save those that every mail gets. */
const VALUES = Object.fromEntries(
  [...MAIL.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) =>
    ['shop', 'contact', 'button'].includes(name) ? [] : [[name, name === 'code' ? 'ABCDE-FGHIJ' : `(${name})`]],
  ),
)
const ITEMS = [{ name: 'The <Lamp>', picture: '/media/covers/abcdefgh-og.jpg' }, { name: 'पंचतंत्र' }]

describe.each(LOCALES)('every mail in %s', (locale) => {
  it.each(NAMES)('[SU-5] %s is designed: heading, button, both scripts, light and dark', (name) => {
    const { subject, html, text } = renderMail(
      { name, to: 'a@x.test', locale, token: 'T'.repeat(43), items: ITEMS, values: VALUES },
      'https://shop.test',
    )
    const link = /https:\/\/shop\.test\/\S*/.exec(text)?.[0] ?? ''
    expect(link).toMatch(locale === 'mr' ? /^https:\/\/shop\.test\/mr\// : /^https:\/\/shop\.test\/(?!mr\/)/)
    expect(html).toContain(`<html lang="${locale}">`)
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(html).toMatch(
      new RegExp(
        `<td class="act"[^>]*background:#[0-9a-f]{6}[^>]*><a href="${link.replace(/[?.]/g, '\\$&').replaceAll('&', '&amp;')}"`,
      ),
    )
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    for (const script of ['Noto Sans Devanagari', 'Kohinoor Devanagari', 'Nirmala UI', 'Arial'])
      expect(html).toContain(script)
    expect(html).toContain('<img src="https://shop.test/media/covers/abcdefgh-og.jpg"')
    expect(html).toContain('The &lt;Lamp&gt;')
    expect(html).not.toMatch(/\{\{|<script/)
    expect(text).toContain('– The <Lamp>\n– पंचतंत्र')
    expect(text).toContain('ABCDE-FGHIJ')
    expect(text).not.toContain('{{')
    expect(subject).not.toBe('')
  })
})

describe.each(LOCALES)('the mail of a gift in %s', (locale) => {
  it('[GI-1] [WD-3] tells of it in the other language too, with a link to the page in that language', () => {
    const mail = { name: 'gift', to: 'a@x.test', locale, fragment: 'CODE', items: ITEMS } as const
    const values = { ...VALUES, sender: 'Asha <Rao>', name: 'Aji' }
    const { text, html } = renderMail({ ...mail, values }, 'https://shop.test')
    const links = [...text.matchAll(/https:\/\/shop\.test\/\S*/g)].map(([link]) => link)
    const paths = ['https://shop.test/redeem-gift/#CODE', 'https://shop.test/mr/redeem-gift/#CODE']
    expect(links).toEqual(locale === 'en' ? paths : paths.toReversed())
    const other = locale === 'en' ? 'mr' : 'en'
    const words = { en: 'Open it in English:', mr: 'मराठीत उघडा:' }
    expect([text.includes(words[other]), text.includes(words[locale])]).toEqual([true, false])
    expect(html).toMatch(
      new RegExp(`<p class="soft" lang="${other}"[^>]*>[^<]*Asha &lt;Rao&gt;[^<]*${words[other]}<br><a`),
    )
  })
})

describe('what was bought', () => {
  const shop = shopWithGateways()
  const mailsTo = async (address: string) => {
    await runDue(shop().context)
    return shop().db.query<{ subject: string; body: string; html: string }>(
      'select subject, body, html from outbox where recipient = $1 order by sent_at',
      [address],
    )
  }
  const pay = async (key: string) =>
    postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))

  it('[OR-1] is named in the receipt, in the language of the page, with its cover', async () => {
    await emptyQueues(shop().db)
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava', 'plan-30')
    await shop().db.query(
      `update products set cover_id = (select id from media_files where path like 'covers/%' limit 1) where key = 'chhava'`,
    )
    await shop().db.query(`update orders set locale = 'mr' where token = $1`, [token])
    await pay(await beginPayu(shop(), one, token))
    const [mail] = await mailsTo(one.email)
    expect(mail?.body).toContain('– छावा\n– Plan: A month')
    expect(mail?.html).toMatch(/<img src="https:\/\/shop\.test\/media\/covers\/\w+-og\.jpg"/)
  })

  it('[OR-1] without money says nothing of a payment', async () => {
    await shop().db.query('delete from outbox')
    await shop().db.query(`insert into coupons (code, percent, digest, updated_at) values ('WHOLE', 100, '', now())`)
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'kid-2')
    await coupon(shop(), one, cart, 'WHOLE')
    expect((await order(shop(), one, cart)).body.data.is_paid).toBe(true)
    const [mail] = await mailsTo(one.email)
    expect(mail?.body).toContain('cost you nothing')
    expect(mail?.body).not.toMatch(/received|paid/)
    expect(mail?.body).toMatch(/^– /m)
  })
})

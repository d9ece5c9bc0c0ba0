import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { applySettings, brand, legalFacts } from '#brand/brand.ts'
import { applyColours, colours } from '#brand/colours.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { writeLogo } from '../../../scripts/publish/build/brand-settings.ts'
import { firmAt, loadSettings } from '../../../src/server/catalog/changes/brand-settings.ts'
import { renderMail } from '../../../src/server/jobs/mail-templates.ts'
import { nextNumber } from '../../../src/server/orders/serial-numbers.ts'
import { FIRM } from '../support/firm.ts'
import { call, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Settings = {
  versions: Record<string, number>
  values: { name: object; firm: Record<string, unknown>; look: { colours: object } }
}
afterAll(() => {
  applySettings({})
  applyColours(undefined)
})

async function atSettings(role: Role = 'owner') {
  const { cookie } = await enterDesk(shop(), role)
  const read = async () => (await sendAt(shop(), cookie, endpoints.deskSettings)).json<Settings>()
  const version = async (part: string) => String((await read()).versions[part])
  return { cookie, read, version }
}

describe('the name of the shop', () => {
  it('[DK-11] changes in this process, in mails and for the page build', async () => {
    const { cookie, read, version } = await atSettings()
    const name = { en: 'Godavari', mr: 'गोदावरी' }
    const before = (await read()).values.name as object
    const saved = await sendAt(shop(), cookie, endpoints.deskNameSave, {
      ...before,
      name,
      version: await version('name'),
    })
    expect(saved.statusCode).toBe(200)
    expect(brand.name).toEqual(name)
    expect(renderMail({ to: 'x@x.test', name: 'refunded', locale: 'en' }, 'https://shop.test').html).toContain(
      'Godavari',
    )
    expect((await call(shop(), endpoints.bulkBrand, {})).settings).toMatchObject({ name })
    applySettings({})
    await loadSettings(shop().db)
    expect(brand.name.mr).toBe('गोदावरी')
  })

  it('[DK-12] is not overwritten by somebody who has not seen the last change', async () => {
    const { cookie, read } = await atSettings()
    const { values } = await read()
    const late = await sendAt(shop(), cookie, endpoints.deskNameSave, { ...values.name, version: '0' })
    expect([late.statusCode, late.json<{ fault: string }>().fault]).toEqual([409, 'changedMeanwhile'])
  })

  it('[DK-11] refuses addresses that lead elsewhere than the web', async () => {
    const { cookie, read, version } = await atSettings()
    const { values } = await read()
    const social = [{ network: 'X', url: 'javascript:alert(1)' }]
    const answer = await sendAt(shop(), cookie, endpoints.deskNameSave, {
      ...values.name,
      social,
      version: await version('name'),
    })
    expect(answer.json()).toMatchObject({ fault: 'badInput', fields: { 'social.0.url': 'address' } })
  })
})

describe('the firm', () => {
  it('[DK-11] is checked: GSTIN by its check digit, PAN and state by the GSTIN', async () => {
    const { cookie, version } = await atSettings()
    const save = async (changes: object) =>
      (
        await sendAt(shop(), cookie, endpoints.deskFirmSave, {
          firm: { ...FIRM, ...changes },
          version: await version('firm'),
        })
      ).json<{
        fields?: Record<string, string>
      }>().fields
    expect(await save({ gstin: FIRM.gstin.slice(0, 14) + (FIRM.gstin[14] === 'A' ? 'B' : 'A') })).toMatchObject({
      'firm.gstin': 'gstin',
    })
    expect(await save({ pan: 'AAAAA1111A' })).toMatchObject({ firm: 'panOfGstin' })
    expect(await save({ gstState: 'KA' })).toMatchObject({ firm: 'stateOfGstin' })
    expect(await save({ invoicePrefix: 'LONG' })).toMatchObject({ 'firm.invoicePrefix': 'prefix' })
  })

  it('[DK-11] of a day stays on the documents of that day; numbers get the prefix', async () => {
    const { cookie, version } = await atSettings('accounts')
    const before = { ...legalFacts }
    const old = shop().clock.now
    shop().clock.now = new Date(old.getTime() + 60_000)
    const sent = { firm: FIRM, version: await version('firm') }
    expect((await sendAt(shop(), cookie, endpoints.deskFirmSave, sent)).statusCode).toBe(200)
    expect((await firmAt(shop().db, old)).company).toEqual(before.company)
    expect((await firmAt(shop().db, new Date(old.getTime() + 120_000))).company).toEqual(FIRM.company)
    expect((await nextNumber(shop().db, shop().clock.now, 'I')).number).toMatch(/^GPI202627\/\d{6}$/)
    expect((await nextNumber(shop().db, shop().clock.now, 'C')).number.length).toBeLessThanOrEqual(16)
    shop().clock.now = old
  })

  it('[DK-2] needs the second factor again, and no editor may change it', async () => {
    const { cookie } = await atSettings('editor')
    const sent = { firm: FIRM, version: '1' }
    expect((await sendAt(shop(), cookie, endpoints.deskFirmSave, sent)).json()).toMatchObject({ fault: 'notAllowed' })
    const owner = await atSettings()
    const start = shop().clock.now
    shop().clock.now = new Date(start.getTime() + 11 * 60_000)
    expect((await sendAt(shop(), owner.cookie, endpoints.deskFirmSave, sent)).json()).toMatchObject({ fault: 'stepUp' })
    shop().clock.now = start
  })
})

describe('the look', () => {
  it('[DK-11] refuses colours that cannot be read, and stores only what differs', async () => {
    const { cookie, version } = await atSettings('editor')
    const save = async (light: Record<string, string>) =>
      sendAt(shop(), cookie, endpoints.deskLookSave, {
        colours: { light, dark: {} },
        headings: 'mukta',
        version: await version('look'),
      })
    const weak = await save({ kumkum: '#ff9999' })
    expect(weak.json()).toMatchObject({
      fault: 'contrast',
      fields: { 'light.kumkum.paper': expect.stringMatching(/^[12]/) },
    })
    expect((await save({ kumkum: '#8f1f2f', paper: '#fbf6ec' })).statusCode).toBe(200)
    expect(colours.kumkum).toBe('#8f1f2f')
    const { settings } = await call(shop(), endpoints.bulkBrand, {})
    expect(settings).toMatchObject({ colours: { light: { kumkum: '#8f1f2f' }, dark: {} }, headings: 'mukta' })
    expect(settings).not.toMatchObject({ colours: { light: { paper: expect.anything() } } })
    expect((await save({ kumkum: 'red;}body{display:none' })).statusCode).toBe(400)
  })

  it('[DK-11] takes a drawing as a logo, without what it could do', async () => {
    const { cookie, version } = await atSettings('editor')
    const save = async (text: string | Buffer) =>
      sendAt(shop(), cookie, endpoints.deskLogoSave, {
        content: Buffer.from(text).toString('base64'),
        version: await version('logo'),
      })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)"><script>alert(1)</script>
      <style>@import url(https://evil.test)</style><image href="https://evil.test/x.png"/><a href="javascript:x"><circle cx="4" cy="4" r="3" fill="#b8322a"/></a>
      <rect width="2" height="2" fill="url(https://evil.test)"/></svg>`
    const saved = await save(svg)
    expect(saved.statusCode).toBe(200)
    const logo = String((await call(shop(), endpoints.bulkBrand, {})).settings['logo'])
    expect(logo).toContain('<circle')
    expect(logo).not.toMatch(/script|onload|evil|style|javascript|<image|<a/)
    expect((await save('<svg viewBox="0 0 8 8"></svg>')).json()).toMatchObject({ fault: 'emptyLogo' })
    expect((await save('<html>')).json()).toMatchObject({ fault: 'notLogo' })
    expect((await save(Buffer.concat([Buffer.from('\u0089PNG'), Buffer.alloc(100)]))).statusCode).toBe(422)
  })

  it.each([0.5, 8, 5000])(
    '[DK-11] a drawing that is %d wide and accepted becomes the icons of a build',
    async (side) => {
      const { cookie, version } = await atSettings('editor')
      const half = side / 2
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><circle cx="${half}" cy="${half}" r="${half}"/></svg>`
      const input = { content: Buffer.from(svg).toString('base64'), version: await version('logo') }
      expect((await sendAt(shop(), cookie, endpoints.deskLogoSave, input)).statusCode).toBe(200)
      const folder = mkdtempSync(join(tmpdir(), 'logo-'))
      await writeLogo(JSON.stringify((await call(shop(), endpoints.bulkBrand, {})).settings), folder)
      const edge = await sharp(join(folder, 'icons/512.png'))
        .extract({ left: 254, top: 0, width: 4, height: 4 })
        .stats()
      rmSync(folder, { recursive: true })
      // The circle touches the edge of the icon, and is not blurred there.
      expect(edge.channels[3]?.max).toBe(255)
    },
  )
})

describe('a legal text', () => {
  it('[DK-11] is saved for one language, and taken back', async () => {
    const { cookie, version } = await atSettings()
    const text = {
      name: 'terms',
      locale: 'mr',
      updated: '2026-11-20',
      lead: 'करार',
      clauses: [{ id: 'one', title: 'एक', text: '- अ\n- ब' }],
    }
    const save = async (changes: object) =>
      (
        await sendAt(shop(), cookie, endpoints.deskLegalSave, { ...text, ...changes, version: await version('legal') })
      ).json<{ values: { legal: object }; fault?: string }>()
    expect((await save({})).values.legal).toMatchObject({ terms: { mr: { lead: 'करार' } } })
    for (const updated of ['', ' ', '2026-02-30'])
      expect([updated, await save({ updated })]).toMatchObject([
        updated,
        { fault: 'badInput', fields: { updated: expect.any(String) } },
      ])
    expect((await save({ clauses: [] })).values.legal).toEqual({ terms: {} })
  })
})

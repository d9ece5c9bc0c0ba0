import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { menuSlugs } from '#i18n/paths.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { deskCouponList, saveCoupon } from './coupons.ts'
import { readList, saveList } from './lists.ts'
import { logoOf } from './logo.ts'
import { storeShopPicture } from './pictures.ts'
import { readSettings, saveLegal, saveLook, saveSettings } from './settings.ts'
import { readShelf, saveShelf, titleChoices } from './shelves.ts'

/** What the pages of the shop show besides titles, and what the shop is called. */
export function shopRoutes(app: FastifyInstance, context: AppContext): void {
  listRoutes(app, context)
  settingRoutes(app, context)
  registerEndpoint(app, endpoints.deskCoupons, () => deskCouponList(context))
  registerEndpoint(app, endpoints.deskCouponSave, async (form, refuse, { name }) => {
    const saved = await saveCoupon(context, form, name)
    return 'fault' in saved ? refuse(saved.fault, saved.fault === 'notFound' ? 404 : 409) : saved
  })
}

function listRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskShopList, ({ list }) => readList(context.db, list))
  registerEndpoint(app, endpoints.deskShopListSave, async (input, refuse, { name }) => {
    const saved = await saveList(context, { ...input, staff: name })
    return 'fault' in saved && saved.fault === 'changedMeanwhile' ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskShopPicture, ({ kind, content }) => storeShopPicture(context, kind, content))
  registerEndpoint(app, endpoints.deskShelf, ({ shelf }) => readShelf(context.db, shelf))
  registerEndpoint(app, endpoints.deskShelfSave, async (input, refuse, { name }) => {
    const saved = await saveShelf(context, { ...input, staff: name })
    return 'fault' in saved && saved.fault === 'changedMeanwhile' ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskTitleChoices, ({ q }) => titleChoices(context.db, q))
  registerEndpoint(app, endpoints.deskMenuPages, () => ({ slugs: menuSlugs() }))
}

function settingRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskSettings, () => readSettings(context))
  registerEndpoint(app, endpoints.deskNameSave, async ({ version, ...value }, refuse, { name: staff }) => {
    const saved = await saveSettings(context, { part: 'name', version, staff, work: () => value })
    return 'fault' in saved ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskFirmSave, async ({ version, firm }, refuse, { name: staff }) => {
    const saved = await saveSettings(context, { part: 'firm', version, staff, work: () => ({ firm }) })
    return 'fault' in saved ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskLookSave, async ({ version, ...look }, refuse, { name }) => {
    const saved = await saveLook(context, look, version, name)
    return 'fault' in saved && saved.fault === 'changedMeanwhile' ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskLogoSave, async ({ version, content }, refuse, { name: staff }) => {
    const logo = content ? await logoOf(content) : ''
    if (logo === 'notLogo' || logo === 'emptyLogo') return refuse(logo, 422)
    const saved = await saveSettings(context, { part: 'logo', version, staff, work: () => (logo ? { logo } : {}) })
    return 'fault' in saved ? refuse(saved.fault, 409) : saved
  })
  registerEndpoint(app, endpoints.deskLegalSave, async ({ version, ...text }, refuse, { name }) => {
    const saved = await saveLegal(context, text, version, name)
    return 'fault' in saved ? refuse(saved.fault, 409) : saved
  })
}

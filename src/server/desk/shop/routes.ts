import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
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
  registerEndpoint(app, endpoints.deskCouponSave, async (form, refuse, staff) => {
    const saved = await saveCoupon(context, form, staff)
    return 'fault' in saved && saved.fault === 'exists' ? refuse(saved.fault, 409) : saved
  })
}

function listRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskShopList, ({ list }) => readList(context.db, list))
  registerEndpoint(app, endpoints.deskShopListSave, (input, _refuse, staff) => saveList(context, { ...input, staff }))
  registerEndpoint(app, endpoints.deskShopPicture, ({ kind, content }) => storeShopPicture(context, kind, content))
  registerEndpoint(app, endpoints.deskShelf, ({ shelf }) => readShelf(context.db, shelf))
  registerEndpoint(app, endpoints.deskShelfSave, (input, _refuse, staff) => saveShelf(context, { ...input, staff }))
  registerEndpoint(app, endpoints.deskTitleChoices, ({ q }) => titleChoices(context.db, q))
  registerEndpoint(app, endpoints.deskMenuPages, () => ({ slugs: menuSlugs() }))
}

function settingRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskSettings, () => readSettings(context))
  registerEndpoint(app, endpoints.deskNameSave, ({ version, ...value }, _refuse, staff) =>
    saveSettings(context, { part: 'name', version, staff, work: () => value }),
  )
  registerEndpoint(app, endpoints.deskFirmSave, ({ version, firm }, _refuse, staff) =>
    saveSettings(context, { part: 'firm', version, staff, work: () => ({ firm }) }),
  )
  registerEndpoint(app, endpoints.deskLookSave, ({ version, ...look }, _refuse, staff) =>
    saveLook(context, look, version, staff),
  )
  registerEndpoint(app, endpoints.deskLogoSave, async ({ version, content }, _refuse, staff) => {
    const logo = content ? await logoOf(content) : ''
    if (logo === 'notLogo' || logo === 'emptyLogo') return { fault: logo }
    return saveSettings(context, { part: 'logo', version, staff, work: () => (logo ? { logo } : {}) })
  })
  registerEndpoint(app, endpoints.deskLegalSave, ({ version, ...text }, _refuse, staff) =>
    saveLegal(context, text, version, staff),
  )
}

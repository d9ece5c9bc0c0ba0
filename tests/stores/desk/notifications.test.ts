import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Notifications } from '#islands/desk/shop/Notifications.tsx'
import { $notifications, loadNotifications, sendNotification } from '#stores/desk/shop/notifications.ts'
import { openDesk } from '#stores/desk/staff.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk } from '../../api/support/staff.ts'
import { drawn, groups } from '../support/drawn.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
beforeAll(async () => void (network.cookie = (await enterDesk(shop(), 'editor')).cookie))
afterAll(() => void vi.unstubAllEnvs())

const FORM = { title_en: 'Diwali', title_mr: '', body_en: '', body_mr: '', product_id: null }

it.each(['Asia/Kolkata', 'America/New_York', 'Europe/London'])(
  '[DK-11] a notification goes out at the time in India that an editor in %s typed, and both lists show it with its hour',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    await loadNotifications()
    expect(await sendNotification({ ...FORM, title_en: `Later ${zone}`, send_at: '2026-12-01T00:15' })).toBeUndefined()
    expect(await sendNotification({ ...FORM, send_at: '' })).toBeUndefined()
    const lists = $notifications.get()
    if (lists.state !== 'ready') throw new Error('the lists are not read')
    expect(lists.value.planned.find((one) => one.title_en.endsWith(zone))?.at).toBe('2026-11-30T18:45:00.000Z')
    await openDesk()
    const html = drawn(Notifications, {
      ...{ locale: 'en' as const, shared: groups('en', 'desk.shared') },
      messages: groups('en', 'deskShop.notifications'),
    })
    expect(html).toContain('Goes out on 1 December 2026 00:15')
    expect(html).toContain('Sent on 21 November 2026 11:30')
    expect(html).toContain('The time in India')
  },
)

import { expect, it } from 'vitest'
import { leadOfArea } from '#islands/desk/home/lead-of-area.ts'
import { groups } from '../../stores/support/drawn.ts'

it('[DK-1] the tile of orders offers a refund only to who may pay back', () => {
  const messages = groups('en', 'desk.home')
  expect(leadOfArea(messages, 'orders', 'accounts')).toContain('refund')
  expect(leadOfArea(messages, 'orders', 'owner')).toContain('refund')
  expect(leadOfArea(messages, 'orders', 'support')).not.toContain('refund')
  expect(leadOfArea(messages, 'listeners', 'support')).toBe(messages.leads.listeners)
})

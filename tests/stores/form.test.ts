import { object, string } from 'superstruct'
import { expect, it, vi } from 'vitest'
import { createForm } from '#stores/form.ts'

it('[SI-2] a form whose scripts cannot be loaded says so, keeps what was typed and can be sent again', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module')
  const send = vi.fn().mockRejectedValueOnce(error).mockResolvedValue({ ok: true })
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const form = createForm(object({ name: string() }), { name: '' }, send)
  form.change('name', 'Asha')
  expect(await form.submit()).toBe(false)
  expect(form.$failure.get()).toBe('offline')
  expect(form.$values.get()).toEqual({ name: 'Asha' })
  expect(report).toHaveBeenCalledWith(error)
  expect(await form.submit()).toBe(true)
})

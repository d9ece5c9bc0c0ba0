import { atom } from 'nanostores'
import { saveFile } from '#client/save-file.ts'
import {
  deskCompletion,
  deskFiguresCsv,
  deskGst,
  deskInvoiceCount,
  deskListening,
  deskRates,
  deskRoyalties,
  deskSales,
  deskSetRate,
  deskSubscriptions,
  type FigureTable,
  type Rate,
  type SalesBy,
} from '#contract/desk/figures.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

const VIEWS = ['sales', 'listening', 'subscriptions', 'gst', 'royalties'] as const
type FiguresView = (typeof VIEWS)[number]
export type Period = { from: string; to: string }

/** A day of India, so many days from today. */
const indianDay = (now: number): string => new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Periods that are chosen with one press. */
export function periodOf(name: 'thisMonth' | 'lastMonth' | 'thisYear', now = Date.now()): Period {
  const today = indianDay(now)
  const month = Number(today.slice(5, 7))
  if (name === 'thisMonth') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (name === 'thisYear') return { from: `${Number(today.slice(0, 4)) - (month < 4 ? 1 : 0)}-04-01`, to: today }
  const last = new Date(Date.UTC(Number(today.slice(0, 4)), month - 1, 0)).toISOString().slice(0, 10)
  return { from: `${last.slice(0, 7)}-01`, to: last }
}

export const $figures = atom<Period & { view: FiguresView; by: SalesBy }>({
  ...periodOf('thisMonth'),
  view: 'sales',
  by: 'day',
})

export const sales = createLoadable((signal, period: Period, by: SalesBy) =>
  deskCall(deskSales, { ...period, by }, signal),
)
export const listening = createLoadable((signal, period: Period) => deskCall(deskListening, period, signal))
export const completion = createLoadable((signal, title: number) => deskCall(deskCompletion, { title }, signal))
export const subscriptions = createLoadable((signal, period: Period) => deskCall(deskSubscriptions, period, signal))
export const gst = createLoadable((signal, month: string) => deskCall(deskGst, { month }, signal))
export const royalties = createLoadable((signal, period: Period) => deskCall(deskRoyalties, period, signal))
export const rates = createLoadable((signal) => deskCall(deskRates, {}, signal))

/** Loads what the view shows. */
export async function loadFigures(): Promise<void> {
  const { from, to, view, by } = $figures.get()
  const period = { from, to }
  if (view === 'sales') return sales.load(period, by)
  if (view === 'listening') return listening.load(period)
  if (view === 'subscriptions') return subscriptions.load(period)
  if (view === 'gst') return gst.load(from.slice(0, 7))
  await Promise.all([royalties.load(period), rates.load()])
}

export function showFigures(change: Partial<Period & { view: FiguresView; by: SalesBy }>): Promise<void> {
  $figures.set({ ...$figures.get(), ...change })
  return loadFigures()
}

type Fault = string | undefined

export async function saveCsv(table: FigureTable): Promise<Fault> {
  const { from, to } = $figures.get()
  const result = await deskCall(deskFiguresCsv, { from, to, table })
  if (result.ok) saveFile(result.value.name, 'text/csv;charset=utf-8', result.value.text)
  return result.ok ? undefined : result.fault
}

/** How many invoices the zip will hold; asks for the second factor, which a download cannot. */
export const countInvoices = (month: string) => deskCall(deskInvoiceCount, { month })

export async function setRate(rate: Pick<Rate, 'person' | 'sale_rate' | 'thousand_minutes' | 'version'>) {
  const result = await deskCall(deskSetRate, rate)
  await (result.ok ? loadFigures() : rates.load())
  return result
}

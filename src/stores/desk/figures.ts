import { atom } from 'nanostores'
import { saveFile } from '#client/save-file.ts'
import {
  deskCompletion,
  deskFiguresCsv,
  deskGst,
  deskInvoiceCount,
  deskListening,
  deskSales,
  deskSubscriptions,
  monthPeriod,
  SALES_BY,
  type FigureTable,
  type SalesBy,
} from '#contract/desk/figures.ts'
import {
  deskRates,
  deskRemoveRate,
  deskRoyalties,
  deskSetRate,
  type HeldRate,
  type Rate,
  type RateChange,
} from '#contract/desk/royalties.ts'
import { DAY_MS, dayInIndia } from '#contract/time/day.ts'
import { isDay } from '#contract/fields/fields.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

const VIEWS = ['sales', 'listening', 'subscriptions', 'gst', 'royalties'] as const
type FiguresView = (typeof VIEWS)[number]
export type Period = { from: string; to: string }

/** Periods that are chosen with one press, in the days of India. */
export const PERIODS = ['today', 'yesterday', 'thisMonth', 'lastMonth', 'thisYear'] as const

export function periodOf(name: (typeof PERIODS)[number], now = Date.now()): Period {
  const [today, yesterday] = [dayInIndia(new Date(now)), dayInIndia(new Date(now - DAY_MS))]
  const month = Number(today.slice(5, 7))
  if (name === 'today') return { from: today, to: today }
  if (name === 'yesterday') return { from: yesterday, to: yesterday }
  if (name === 'thisMonth') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (name === 'thisYear') return { from: `${Number(today.slice(0, 4)) - (month < 4 ? 1 : 0)}-04-01`, to: today }
  return monthPeriod(new Date(Date.UTC(Number(today.slice(0, 4)), month - 2)).toISOString().slice(0, 7))
}

type Figures = Period & { view: FiguresView; by: SalesBy }
export const $figures = atom<Figures>({
  ...periodOf('thisMonth'),
  view: 'sales',
  by: 'day',
})

/** With what was asked for: another choice stands above these rows before its own have come. */
export const sales = createLoadable(async (signal, period: Period, by: SalesBy) => {
  const result = await deskCall(deskSales, { ...period, by }, signal)
  return result.ok ? { ok: true, value: { ...result.value, ...period, by } } : result
})
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

export function showFigures(change: Partial<Figures>): Promise<void> {
  $figures.set({ ...$figures.get(), ...change })
  return loadFigures()
}

/** What an address asks for: figures can be bookmarked, and are the same after a reload. */
export function figuresIn(search: string): Partial<Figures> {
  const asked = new URLSearchParams(search)
  const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? '']
  const view = VIEWS.find((one) => one === asked.get('view'))
  const by = SALES_BY.find((one) => one === asked.get('by'))
  return { ...(view && { view }), ...(by && { by }), ...(isDay(from) && isDay(to) && { from, to }) }
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

type Place = Pick<Rate, 'person' | 'version'>

/** `from`: the day from which the rates hold; null: from the beginning. */
export async function setRate(rate: Place & HeldRate) {
  const result = await deskCall(deskSetRate, rate)
  await (result.ok ? loadFigures() : rates.load())
  return result
}

/** The rates before this day hold on. */
export async function removeRate(place: Place & Pick<RateChange, 'from'>) {
  const result = await deskCall(deskRemoveRate, place)
  await (result.ok ? loadFigures() : rates.load())
  return result
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { login } from '#contract/accounts/accounts.ts'
import { PASSWORD } from '../../api/support/personas.ts'
import { Browser } from './browser.ts'
import { loadPage, type PageModules } from './load-page.ts'
import type { Line } from './line.ts'
import type { Simulation } from './simulation.ts'

/** What the service worker fetches is not answered by it again. */
const insideWorker = new AsyncLocalStorage<boolean>()

let devices = 0

export type Person = { name: string; email: string; id: number }

/** One device of a listener: its browser with the page that is open in it. */
export class Device extends Browser {
  readonly name: string
  readonly owner: Person
  readonly line: Line
  /** Limits of the shop count addresses. */
  readonly address: string
  /** Its clock was set back since the shop last named the time for a lease. */
  isSetBack = false
  /** Its listener signs out, and does nothing else. */
  isLeft = false
  page!: PageModules

  constructor(simulation: Simulation, { name, owner, line }: { name: string; owner: Person; line: Line }) {
    super(simulation)
    this.name = name
    this.address = `10.9.1.${(devices += 1)}`
    this.owner = owner
    this.line = line
  }

  /** Opens a page; what the one before had in memory is gone. */
  async open(): Promise<void> {
    this.endVisit()
    this.simulation.busy += 1
    this.page = await this.run(loadPage)
    this.simulation.busy -= 1
    this.run(() => {
      this.page.followPlayer.followPlayer()
      void this.page.session.currentSession().then((session) => session && this.startTitles())
    })
  }

  /** Unless another page is open by then. */
  later(ms: number, work: () => unknown): void {
    const { visit } = this
    this.simulation.in(ms, () => {
      if (visit === this.visit) this.run(() => void work())
    })
  }

  startTitles(): Promise<void> {
    return this.run(() => this.page.startTitles.startOfflineTitles(() => ({ locale: 'en', href: '/' })))
  }

  get isSignedIn(): boolean {
    return this.accountId !== ''
  }

  /** Of the listener who is signed in, as far as the device knows. */
  get accountId(): string {
    const now = this.page.session.$session.get()
    return now.state === 'in' ? now.session.accountId : ''
  }

  /** As the form of the page does it. */
  async signIn({ email }: Person): Promise<boolean> {
    return this.run(async () => {
      const extra_data = { remember: true, device_id: this.page.device.deviceId() }
      const result = await this.page.client.call(login, { login_type: 'normal', email, password: PASSWORD, extra_data })
      if (!result.ok || result.value.status !== '1') return false
      await this.page.session.beginSession(result.value, false)
      await this.startTitles()
      return true
    })
  }

  setLine(isOnline: boolean): void {
    this.isOnline = isOnline
    this.run(() => dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }

  /** The calls of the player go through the service worker, as in a browser that has one. */
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const request = typeof input === 'string' ? new Request(new URL(input, 'https://shop.test'), init) : input
    const { isOfflineCall, answerCall } = this.page.workerCalls
    if (insideWorker.getStore() || !isOfflineCall(request)) return this.line.send(this, request)
    return insideWorker.run(true, () => answerCall(request, () => undefined))
  }
}

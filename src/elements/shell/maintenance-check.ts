import { isInMaintenance } from '#client/maintenance.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { pageLoaded } from '../page-state.ts'

let isClosed = false

/** `<maintenance-check>` around the template that takes the place of every page while the shop is closed [SH-12]. */
class MaintenanceCheck extends ConnectedElement {
  protected connect(): void {
    void pageLoaded().then(() => this.#check())
  }

  async #check(): Promise<void> {
    isClosed ||= await isInMaintenance()
    const template = this.querySelector('template')
    if (isClosed && template) document.body.replaceChildren(template.content.cloneNode(true))
  }
}

define('maintenance-check', MaintenanceCheck)

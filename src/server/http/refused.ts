import type { Refusal } from '#contract/http/endpoint.ts'

/** A refusal as it is sent. */
export class Refused {
  readonly status: number
  readonly body: Refusal
  constructor(fault: string, status: number, fields?: Record<string, string>, seconds?: number) {
    this.status = status
    this.body = { status: false, fault, ...(fields && { fields }), ...(seconds && { seconds }) }
  }
}

/** India lets through only texts registered beforehand: a template and what stands in its places, never free text. */
export type Sms = { id: string; to: string; template: 'otp'; values: readonly string[] }

export type SmsSender = { send(sms: Sms): Promise<void> }

/** Operators in India accept registered texts only: a template with values, never free text. */
export type Sms = { id: string; to: string; template: 'otp'; values: readonly string[] }

/** Throws `PermanentRefusal` when another try is useless. */
export type SmsSender = { send(sms: Sms): Promise<void> }

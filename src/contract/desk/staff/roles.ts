/**
 * What a person may do at the desk: `owner` everything, `editor` titles and pages, `support` listeners, orders, letters and
 * reviews, `accounts` orders, refunds and figures. The server decides by these for every call.
 */
export const ROLES = ['owner', 'editor', 'support', 'accounts'] as const
export type Role = (typeof ROLES)[number]

/** Roles of the calls that most areas have. */
export const EDITORS = ['owner', 'editor'] as const satisfies Role[]
export const SUPPORT = ['owner', 'support'] as const satisfies Role[]
export const ACCOUNTS = ['owner', 'accounts'] as const satisfies Role[]

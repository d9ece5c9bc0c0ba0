/**
 * What a person may do at the desk: `owner` everything, `editor` titles and pages, `support` listeners, orders, letters and
 * reviews, `accounts` orders, refunds and figures. The server decides by these for every call.
 */
export const ROLES = ['owner', 'editor', 'support', 'accounts'] as const
export type Role = (typeof ROLES)[number]

import type { Role } from '#contract/desk/roles.ts'

const all = ['owner', 'editor', 'support', 'accounts'] as const
const owner = ['owner'] as const
const editor = ['owner', 'editor'] as const

/**
 * Who may make which call, as the shop decided it: written here by hand, apart from the contract, so that a change of either
 * has to be meant. `!`: the second factor is asked for again.
 */
export const MATRIX: Record<string, readonly [roles: readonly Role[], stepUp?: '!']> = {
  deskMe: [all],
  deskSignOut: [all],
  deskStepUp: [all],
  deskStepUpChallenge: [all],
  deskAccount: [all],
  deskEndSession: [all],
  deskPasskeyOptions: [all, '!'],
  deskAddPasskey: [all, '!'],
  deskRemovePasskey: [all, '!'],
  deskRecoveryCodes: [all, '!'],
  deskChangePassword: [all, '!'],
  deskStaff: [owner],
  deskInvite: [owner, '!'],
  deskChangeRole: [owner, '!'],
  deskEndStaff: [owner, '!'],
  deskResetFactor: [owner, '!'],
  deskAudit: [owner],
  deskPublishing: [editor],
  deskPublishNow: [editor],
  deskRollBack: [editor],
}

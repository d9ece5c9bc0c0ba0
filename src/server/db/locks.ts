/** Keys of the advisory locks of the shop; they must differ. */
export const LOCKS = {
  migrations: 4_815_162,
  catalog: 4_815_163,
  imports: 4_815_164,
  alarms: 4_815_165,
  contacts: 4_815_166,
} as const

/** Numbers of the advisory locks of the shop. Two that are the same would wait for each other for nothing. */
export const LOCKS = { migrations: 4_815_162, catalog: 4_815_163, imports: 4_815_164, alarms: 4_815_165 } as const
